"""People of a club: accounts, the seats that they hold and held, invitations. Only `play.people` changes them."""
