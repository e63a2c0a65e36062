"""The pages of a club's people: login, passwords, seats, invitations, accounts. The hot-seat has none of them."""
