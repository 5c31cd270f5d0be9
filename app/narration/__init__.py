"""A book in, finished audio out: import, casting, the job, mastering, delivery, report."""
