"""What the book's window shows of an open book, put there part by part."""

from __future__ import annotations

from app.book import present as book_present
from app.book.standing import Standing
from app.book.values import PLAN_FILE, BookWork
from widgets.book.window import BookWindow


def show_work(window: BookWindow, work: BookWork, standing: Standing | None, chapter: int) -> None:
    """Show what is decided for a book."""
    says = "" if standing is None else book_present.summary(work, standing.tallies)
    window.show_book(work.title, says)
    window.whole.show_manner(book_present.manner_view(work.whole))
    window.delivery.show_delivery(book_present.delivery_view(work, work.out / PLAN_FILE))
    if standing is not None:
        show_chapters(window, work, standing, chapter)
    show_chapter(window, work, chapter)


def show_chapters(window: BookWindow, work: BookWork, standing: Standing, chapter: int) -> None:
    """Show the chapters: as they are planned now, if they are as many as were cut last."""
    plan = work.plan
    if len(plan.chapters) != len(standing.laid.work.plan.chapters):
        plan = standing.laid.work.plan
    views = book_present.chapter_views(plan, standing.laid.planned, standing.tallies)
    window.chapters.show_chapters(views, chapter)


def show_chapter(window: BookWindow, work: BookWork | None, chapter: int) -> None:
    """Show how one chapter is spoken."""
    if work is None or not 0 <= chapter < len(work.plan.chapters):
        window.show_chapter("")
        return
    plan = work.plan.chapters[chapter]
    window.show_chapter(plan.title)
    window.chapter.show_manner(book_present.manner_view(plan.asked))
