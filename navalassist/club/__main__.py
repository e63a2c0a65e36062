import sys

from navalassist.club.launcher import main

sys.exit(main())
