"""What the tests of disputes share with those of commands."""

from tests.cli.conftest import folder as folder
from tests.cli.conftest import sandtable as sandtable
