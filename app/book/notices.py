"""Sentences about books, their plans and what is delivered: a part of ``app.notices``."""

from __future__ import annotations

from app.notice import Exit, Notice, said

BOOK_NOTICES: dict[str, Notice] = {
    "book-unknown": Notice(
        said("Notices", "this kind of document cannot be read[: {detail}]"),
        said("Notices", "give one of these: {hint}"),
        Exit.INPUT,
    ),
    "book-damaged": Notice(
        said("Notices", "this document cannot be read[: {detail}]"),
        said(
            "Notices", "get the file again, or save it anew in the program it comes from[ ({hint})]"
        ),
        Exit.INPUT,
    ),
    "book-protected": Notice(
        said(
            "Notices", "this document is protected by a password or by copy protection[: {detail}]"
        ),
        said("Notices", "give a copy without it[ ({hint})]"),
        Exit.INPUT,
    ),
    "book-without-text": Notice(
        said("Notices", "the pages of this document are pictures without text[: {detail}]"),
        said("Notices", "put it through a text recognition first[ ({hint})]"),
        Exit.INPUT,
    ),
    "book-plan-invalid": Notice(
        said("Notices", "the plan of the book cannot be used[: {detail}]"),
        said(
            "Notices",
            "correct it, or write it anew with `espressivo check --write-plan`[ ({hint})]",
        ),
        Exit.INPUT,
    ),
    "profile-unknown": Notice(
        said("Notices", "there is no profile called {detail}"),
        said("Notices", "choose one of {hint}"),
        Exit.INPUT,
    ),
    "delivery-unknown": Notice(
        said("Notices", "there is no format called {detail}"),
        said("Notices", "choose among {hint}"),
        Exit.INPUT,
    ),
    "job-in-use": Notice(
        said("Notices", "another program is narrating into this folder[: {detail}]"),
        said("Notices", "let it end, or name another folder with --out[ ({hint})]"),
        Exit.OUTPUT,
    ),
    "job-damaged": Notice(
        said("Notices", "what is kept of this narration cannot be read[: {detail}]"),
        said("Notices", "name another folder with --out, or remove that file[ ({hint})]"),
        Exit.INPUT,
    ),
    "report-missing": Notice(
        said("Notices", "there is no narration in this folder[: {detail}]"),
        said("Notices", "name the folder that `espressivo narrate` wrote[ ({hint})]"),
        Exit.INPUT,
    ),
    "recogniser-missing": Notice(
        said("Notices", "listening to the lines needs the recogniser, which is not installed here"),
        said("Notices", "install the extra called recogniser[: {hint}], or leave --listen out"),
        Exit.MODEL,
    ),
    "cluster-missing": Notice(
        said("Notices", "speaking on several machines needs Ray, which is not installed here"),
        said("Notices", "install the extra called cluster[: {hint}]"),
        Exit.CLUSTER,
    ),
    "cluster-unreachable": Notice(
        said("Notices", "no Ray cluster answers there[: {detail}]"),
        said(
            "Notices",
            "start one with `ray start --head`, make this machine a part of it, "
            "and name it as HOST:PORT[ ({hint})]",
        ),
        Exit.CLUSTER,
    ),
    "cluster-unready": Notice(
        said("Notices", "no worker can speak as this process does[: {detail}]"),
        said(
            "Notices",
            "install the same release there and prepare the voice, or leave --cluster "
            "or --workers out[ ({hint})]",
        ),
        Exit.CLUSTER,
    ),
    "cluster-lost": Notice(
        said("Notices", "the workers were lost[: {detail}]"),
        said(
            "Notices",
            "see that the machines run and have memory; the same command goes on from here"
            "[ ({hint})]",
        ),
        Exit.CLUSTER,
    ),
    "tool-failed": Notice(
        said("Notices", "a program that was needed failed[: {detail}]"),
        said("Notices", "see that it is whole and that there is room on the disk[ ({hint})]"),
        Exit.OUTPUT,
    ),
}
"""What is said for each code that narrating a book may raise."""
