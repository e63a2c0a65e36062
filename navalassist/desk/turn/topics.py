"""What may be done in a step, sorted: what is usual now on top, all others by what they are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from navalassist.auditlog.models import Entry
from navalassist.desk.at import At
from navalassist.desk.logbook.log import turns_until
from navalassist.desk.turn.tasks import Task
from tables.topics import Topic, Topics

# As many lines as one reads at a glance: where a step has no more, none is folded.
MOST, LEAST = 5, 3
# Lines of one rule among them, while other rules want room.
PAIR = 2
# So many turns back it counts what a campaign uses in a step.
TURNS = 3
# What belongs to no topic of its system.
OTHERS = Topics.model_validate({"topic": [{"title": "Other rules", "lines": [{"key": "others"}]}]}).topic[0]
WORDS = 3


@dataclass(frozen=True, slots=True)
class Folded:
    """The lines of a topic. words: what they are about, one or two words each."""

    title: str
    tasks: tuple[Task, ...]
    words: str

    @property
    def key(self) -> str:
        """What it is called in the page, so that it stays open."""
        return self.title.lower().replace(",", "").replace(" ", "-")


def sorted_out(here: At, tasks: Sequence[Task]) -> tuple[tuple[Task, ...], tuple[Folded, ...]]:
    """What is usual in this step, and all others by topic."""
    if len(tasks) <= MOST:
        return tuple(tasks), ()
    free = [task for task in tasks if not task.off]
    wanted = _wanted(here, {task.key for task in free})
    usual = _chosen(free, wanted)
    others = [task for task in tasks if task not in usual]
    return tuple(sorted(usual, key=lambda task: wanted.index(task.key))), tuple(_by_topic(here.system.topics, others))


def _wanted(here: At, free: Collection[str]) -> list[str]:
    """Keys of what stands on top: what cannot wait, what the last turns used here, and what the system names."""
    topics = here.system.topics
    used = [key for key in _used(here) if key in free]
    listed = [key for key in topics.usual_in("/".join(here.state.clock[1:])) if key in free and key not in used]
    more = listed[: max(0, LEAST - len(used))] if used else listed
    return list(dict.fromkeys((*(key for key in topics.at_once if key in free), *used, *more)))


def _used(here: At) -> list[str]:
    """The rules that this step of the last turns carried out, as far as this viewer may know, most often first.

    It costs the same in a log of any length: an order by number would make the database read the whole of it.
    """
    turn, player_turn, step = here.state.clock
    before = turns_until(str(here.campaign.identity), turn)[1 : 1 + TURNS]
    entries = Entry.objects.filter(campaign=here.campaign, turn__in=before).seen_by(here.viewer.audiences)
    found = entries.filter(player_turn=player_turn, step=step).order_by().values_list("id", "kind", "procedure")
    used = Counter(slug for _, kind, slug in sorted(found, reverse=True) if kind == "rule")
    return [slug for slug, _ in used.most_common()]


def _chosen(tasks: Sequence[Task], wanted: Iterable[str]) -> list[Task]:
    """The first lines of each wanted rule, then the others of them, until there are enough."""
    of = [[task for task in tasks if task.key == key] for key in wanted]
    some = [task for lines in of for task in lines[:PAIR]]
    return [*some, *(task for lines in of for task in lines[PAIR:])][:MOST]


def _by_topic(topics: Topics, tasks: Sequence[Task]) -> Iterable[Folded]:
    for topic in (*topics.topic, OTHERS):
        words = {line.key: line.word for line in topic.lines}
        mine = tuple(task for task in tasks if _is_about(topics, topic, task.key))
        if mine:
            told = dict.fromkeys(word for task in mine if (word := words.get(task.key, "")))
            yield Folded(topic.title, mine, ", ".join(list(told)[:WORDS]))


def _is_about(topics: Topics, topic: Topic, key: str) -> bool:
    """True for a line of the topic; for OTHERS of what is in none."""
    if topic is not OTHERS:
        return any(line.key == key for line in topic.lines)
    return all(line.key != key for known in topics.topic for line in known.lines)
