from navalassist.campaigns.models import Campaign


def test_x(lingayen: Campaign) -> None:
    pass
