from typing import Any

from ctranslate2 import models as models

class StorageView:
    @staticmethod
    def from_array(array: Any) -> StorageView: ...
