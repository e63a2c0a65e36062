"""Django's templates with a shorter way for what every page does thousands of times: find a name, and put it in.

Django asks of each name whether it is in a context, a list or an object, and of each value whether it is lazy, a date
or a number of some language. Here a name is looked up as what it nearly always is, and a text or a whole number is put
in at once. Whatever is otherwise goes Django's own way, so that a template means here what it means everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from html import escape
from operator import getitem
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.template import Context, Engine, Node, Origin, Template, TemplateDoesNotExist
from django.template.base import (
    FilterExpression,
    Lexer,
    NodeList,
    Parser,
    TextNode,
    Token,
    Variable,
    VariableDoesNotExist,
    VariableNode,
    render_value_in_context,
)
from django.template.defaulttags import CycleNode, IfChangedNode, IfNode, TemplateLiteral, WithNode
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode
from django.template.loaders import base, cached
from django.utils.safestring import SafeString

APART = (BlockNode, ExtendsNode, CycleNode, IfChangedNode)
# What an object answers that has no such name, or cannot be asked so.
OTHERWISE = (TypeError, AttributeError, LookupError, ValueError, ObjectDoesNotExist)


class Name(Variable):
    """`row.form.on`: a name of the page, and what is asked of its value in turn."""

    __slots__ = ("first", "more")

    def __init__(self, var: str) -> None:
        super().__init__(var)
        self.first, *self.more = self.lookups or ("",)

    def alone(self, context: Any, ignore_failures: bool | None = False) -> Any:
        """Its value as an expression without filters: what is not there is '', or None where that is asked for.

        ignore_failures: None raises VariableDoesNotExist.
        """
        for scope in reversed(context.dicts):
            if self.first in scope:
                value = scope[self.first]
                break
        else:
            return self._missing(context, ignore_failures)
        try:
            for name in self.more:
                if callable(value):
                    break
                value = OF_KIND[type(value)](value, name)
        except OTHERWISE:
            # Nothing has no names.
            return (self._missing if value is None else self._otherwise)(context, ignore_failures)
        return self._otherwise(context, ignore_failures) if callable(value) else value

    def resolve(self, context: Any) -> Any:
        """Its value. VariableDoesNotExist where the page has no such name."""
        return self.alone(context, ignore_failures=None)

    def _otherwise(self, context: Any, ignore_failures: bool | None) -> Any:
        try:
            return super().resolve(context)
        except VariableDoesNotExist:
            return self._missing(context, ignore_failures)

    def _missing(self, context: Any, ignore_failures: bool | None) -> Any:
        if ignore_failures is None:
            raise VariableDoesNotExist("%s is not there", (self.first,))
        return None if ignore_failures else context.template.engine.string_if_invalid


def _in_text_or_list(value: Any, name: str) -> Any:
    return value[int(name)] if name.isdigit() else getattr(value, name)


class Ways(dict[type, Callable[[Any, str], Any]]):
    """How a value of a kind is asked for what it has by a name: a key, a place in a list, or an attribute."""

    def __missing__(self, kind: type) -> Callable[[Any, str], Any]:
        if issubclass(kind, str | list | tuple):
            way: Callable[[Any, str], Any] = _in_text_or_list
        else:
            way = getitem if hasattr(kind, "__getitem__") else getattr
        self[kind] = way
        return way


# Kinds are classes of the program: there are no more of them than it has.
OF_KIND = Ways()


class Expression(FilterExpression):
    """A name with its filters."""

    def __init__(self, token: str, parser: Parser) -> None:
        super().__init__(token, parser)
        self.var = _quick(self.var)
        self.filters = [(of, [(named, _quick(arg)) for named, arg in args]) for of, args in self.filters]
        if isinstance(self.var, Name) and not self.filters:
            self.resolve = self.var.alone  # type: ignore[method-assign]


def _quick(found: Any) -> Any:
    return Name(str(found.var)) if isinstance(found, Variable) and found.lookups and not found.translate else found


class Put(VariableNode):
    """`{{ row.form.on }}`"""

    def render_annotated(self, context: Context) -> str:
        """Its value as the page has it."""
        value: Any = self.filter_expression.resolve(context)
        if type(value) is SafeString or type(value) is int:
            return str(value)
        if type(value) is str and context.autoescape:
            return escape(value)
        return str(render_value_in_context(value, context))


class Part(IncludeNode):
    """`{% include "parts/_opt.html" with row=it %}`: what is named as it stands is drawn as a part of the page.

    One that has blocks, or counts how often it was drawn, stays a template of its own.
    """

    def __init__(self, template: FilterExpression, extra_context: dict[str, FilterExpression]) -> None:
        super().__init__(template, extra_context=extra_context)
        self.nodes: NodeList | None = None
        self.apart = not isinstance(template.var, str) or bool(template.filters)

    def render(self, context: Context) -> SafeString:
        """Its text."""
        if self.nodes is None and not self.apart and context.template is not None:
            self._find(context.template.engine)
        if self.nodes is None:
            return super().render(context)
        return _within(context, self.extra_context, self.nodes)

    def _find(self, engine: Engine) -> None:
        nodes = engine.get_template(str(self.template.var)).nodelist
        self.apart = any(nodes.get_nodes_by_type(kind) for kind in APART)
        self.nodes = None if self.apart else nodes


class With(WithNode):
    """`{% with it=row.form %}`"""

    def render(self, context: Context) -> SafeString:
        """What stands in it."""
        return _within(context, self.extra_context, self.nodelist)


def _within(context: Context, named: Mapping[str, Any], nodes: NodeList) -> SafeString:
    """Nodes, with names of their own."""
    context.dicts.append({name: value.resolve(context) for name, value in named.items()})
    try:
        return nodes.render(context)
    finally:
        context.dicts.pop()


def _ask_at_once(condition: Any) -> None:
    """Let what a condition names be looked up in one call."""
    if type(condition) is TemplateLiteral:
        asked: Any = condition
        asked.eval = partial(asked.value.resolve, ignore_failures=True)
    elif condition is not None:
        _ask_at_once(condition.first)
        _ask_at_once(condition.second)


class Nodes(NodeList):
    """Nodes of a template one after the other. A text that stands there as it is needs no call."""

    def __init__(self, nodes: NodeList) -> None:
        super().__init__(nodes)
        self.contains_nontext = nodes.contains_nontext
        self._parts: list[Any] = [node.s if type(node) is TextNode else _way_of(node) for node in self]

    def render(self, context: Context) -> SafeString:
        """Their text."""
        return SafeString("".join([part if type(part) is str else part(context) for part in self._parts]))


def _way_of(node: Node) -> Callable[[Context], Any]:
    """How a node is drawn. Django's way round it only marks where a fault was, for its page of faults."""
    return node.render if type(node).render_annotated is Node.render_annotated else node.render_annotated


class QuickParser(Parser):
    """Makes these of a template's names and parts."""

    def parse(self, parse_until: Any = None) -> Nodes:
        """The nodes up to a tag that ends them."""
        return Nodes(super().parse(parse_until))

    def compile_filter(self, token: str) -> Expression:
        """The expression of a tag."""
        return Expression(token, self)

    def extend_nodelist(self, nodelist: NodeList, node: Node, token: Token) -> None:
        """One more node of a template."""
        if type(node) is VariableNode:
            node = Put(node.filter_expression)
        elif type(node) is IncludeNode and not node.isolated_context:
            node = Part(node.template, extra_context=node.extra_context)
        elif type(node) is WithNode:
            node = With(None, None, node.nodelist, node.extra_context)
        elif type(node) is IfNode:
            for condition, _ in node.conditions_nodelists:
                _ask_at_once(condition)
        super().extend_nodelist(nodelist, node, token)


class QuickTemplate(Template):
    """A template of ours."""

    def compile_nodelist(self) -> NodeList:
        """Its nodes."""
        if self.engine.debug:
            return super().compile_nodelist()
        tokens, engine = Lexer(self.source).tokenize(), self.engine
        parser = QuickParser(tokens, engine.template_libraries, engine.template_builtins, self.origin)
        nodes = parser.parse()
        self.extra_data = parser.extra_data
        return nodes


class _Making(base.Loader):
    def get_template(self, template_name: str, skip: Sequence[Origin] | None = None) -> Template:
        """The first one of this name. skip: the origins of those that extend it."""
        for origin in self.get_template_sources(template_name):
            if skip is None or origin not in skip:
                with suppress(TemplateDoesNotExist):
                    text = self.get_contents(origin)  # type: ignore[attr-defined]
                    return QuickTemplate(text, origin, template_name, self.engine)
        raise TemplateDoesNotExist(template_name)


class Loader(cached.Loader, _Making):
    """Makes each template once."""
