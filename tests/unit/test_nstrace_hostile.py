"""Stored traces that are damaged, or made to harm: one message that names the file, and no more."""

import json
import random
import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from nstrace_cli import LINES, RUBBISH, failure
from record_streams import LAYOUT, POINT, line, named, packet, path, stream

import nstrace
from nstrace.errors import NstraceError, QueryError, StoredTraceError
from nstrace.querying import ask, database
from nstrace.schemas import SCHEMAS


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    trace = tmp_path / "a.tr"
    trace.write_text(LINES + RUBBISH)
    return trace


def stored(trace: Path, name: str) -> Path:
    nstrace.convert(trace, trace.with_name(name))
    return trace.with_name(name)


def text_of(stored: Path) -> bytes:
    text = BytesIO()
    nstrace.export_text(nstrace.open_stored(stored), text)
    return text.getvalue()


def rows_of(stored: Path) -> bytes:
    with database([stored]) as connection:
        rows = [ask(connection, f"SELECT * FROM {name} ORDER BY line") for name in SCHEMAS]
    return repr([table.to_pylist() for table in rows]).encode()


def changed(data: bytes, chance: random.Random) -> bytes:
    """A bit flipped, some bytes replaced, or the end cut off."""
    at = chance.randrange(len(data))
    match chance.randrange(5):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + chance.randbytes(chance.randrange(40)) + data[at + 20 :]
        case _:
            return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


@pytest.mark.parametrize(("suffix", "times"), [(".arrow", 20), (".parquet", 60), (".duckdb", 4)])
@pytest.mark.parametrize("read", [text_of, rows_of])
def test_damage_gives_one_error_naming_file(
    trace: Path, suffix: str, times: int, read: Callable[[Path], bytes]
) -> None:
    good = stored(trace, f"good{suffix}")
    data, wanted, chance = good.read_bytes(), read(good), random.Random(22)
    for number in range(times):
        bad = trace.with_name(f"bad{number}{suffix}")
        bad.write_bytes(changed(data, chance))
        try:
            found = read(bad)
        except (StoredTraceError, QueryError) as error:
            assert str(bad) in str(error)
        else:
            assert found == wanted


def test_changed_values_in_valid_arrow_are_noticed(trace: Path) -> None:
    """Other values of a column, in a file that is whole as far as Arrow can tell."""
    file = stored(trace, "a.arrow")
    data = bytearray(file.read_bytes())
    at = data.index(b"seqno" if b"seqno" in data else b"nstrace.rows")
    data[at] ^= 1
    file.write_bytes(data)
    with pytest.raises(StoredTraceError, match="not those that were written"):
        nstrace.open_stored(file)


@pytest.mark.parametrize("suffix", [".arrow", ".parquet"])
def test_every_flipped_bit_is_noticed_or_harmless(trace: Path, suffix: str) -> None:
    """Wherever it stands: among rows, descriptions, and what says where these are."""
    file = stored(trace, f"a{suffix}")
    data, wanted = file.read_bytes(), text_of(file)
    for bit in range(0, len(data) * 8, len(data) * 8 // 50 + 1):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        file.write_bytes(changed)
        try:
            assert text_of(file) == wanted
        except StoredTraceError as error:
            assert str(file) in str(error)


def marked(file: Path) -> int:
    """Where a stored trace says its checksum."""
    return file.read_bytes().rindex(b"nstrace.crc32")


@pytest.mark.parametrize("suffix", [".arrow", ".parquet"])
def test_missing_checksum_is_noticed(trace: Path, suffix: str) -> None:
    file = stored(trace, f"a{suffix}")
    data = bytearray(file.read_bytes())
    data[marked(file)] ^= 1
    file.write_bytes(data)
    with pytest.raises(StoredTraceError, match="not those that were written"):
        nstrace.open_stored(file)


def test_folder_has_checksum_in_each_file(trace: Path) -> None:
    folder = trace.with_name("folder")
    nstrace.convert_to_folder(trace, folder)
    files = sorted(folder.iterdir())
    assert len(files) > 1
    for file in files:
        data = file.read_bytes()
        file.write_bytes(data[:4] + bytes([data[4] ^ 1]) + data[5:])
        with pytest.raises(StoredTraceError, match="not those that were written") as caught:
            text_of(folder)
        assert str(file) in str(caught.value)
        file.write_bytes(data)
    text_of(folder)


def test_files_without_checksum_of_format_2_are_read(trace: Path) -> None:
    file = stored(trace, "a.parquet")
    wanted = rows_of(file)
    whole = pq.read_table(file)
    told = json.loads(pq.read_metadata(file).metadata[b"nstrace"])
    rows = dict.fromkeys(told["rows"], 0) | {told["main"]: len(whole)}
    old = {**told, "format": 2, "rows": rows, "ends": {}}
    del old["summed"]
    pq.write_table(whole.replace_schema_metadata({"nstrace": json.dumps(old)}), file)
    with database([file]) as connection:
        found = ask(connection, f"SELECT * FROM {told['main']} ORDER BY line").to_pylist()
    assert repr(found) in wanted.decode()


def test_other_programs_read_files_with_checksum(trace: Path) -> None:
    file = stored(trace, "a.parquet")
    rows = pq.read_table(file, page_checksum_verification=True)
    ((count,),) = duckdb.sql(f"SELECT count(*) FROM '{file}'").fetchall()
    assert rows.num_rows == count > 0


def rewritten(file: Path, replace: Callable[[pa.RecordBatch], pa.RecordBatch]) -> Path:
    """An Arrow file with other rows in its main table, and no checksum."""
    source = pa.ipc.open_file(file)
    target = file.with_name("rewritten.arrow")
    with pa.ipc.new_file(target, source.schema) as writer:
        for number in range(source.num_record_batches):
            batch, metadata = source.get_batch_with_custom_metadata(number)
            told = {
                key: text.replace(b'"summed": true', b'"summed": false')
                for key, text in dict(metadata or {}).items()
                if b"crc" not in key
            }
            writer.write_batch(replace(batch) if len(batch) else batch, custom_metadata=told)
    return target


def with_column(name: str, change: Callable[[pa.Array], pa.Array]) -> Callable[..., pa.RecordBatch]:
    def replace(batch: pa.RecordBatch) -> pa.RecordBatch:
        place = batch.schema.get_field_index(name)
        columns = [*batch.columns]
        columns[place] = change(columns[place])
        return pa.record_batch(columns, schema=batch.schema)

    return replace


def beyond_its_dictionary(column: pa.DictionaryArray) -> pa.DictionaryArray:
    indices = pa.array([1 << 30] * len(column), column.type.index_type)
    return pa.DictionaryArray.from_arrays(indices, column.dictionary, safe=False)


@pytest.mark.parametrize(
    ("column", "change", "reason"),
    [
        ("type", beyond_its_dictionary, "out of bounds"),
        ("line", lambda lines: pa.nulls(len(lines), lines.type), "line is missing"),
        ("line", lambda lines: lines.take(list(reversed(range(len(lines))))), "order of the lines"),
        ("line", lambda lines: pa.array([1 << 61] * len(lines)), "order of the lines"),
    ],
)
def test_invalid_rows_are_refused_before_native_code(
    trace: Path, column: str, change: Callable[[pa.Array], pa.Array], reason: str
) -> None:
    """An index beyond its dictionary was followed; lines that don't rise never came to an end."""
    file = rewritten(stored(trace, "a.arrow"), with_column(column, change))
    for read in (text_of, rows_of, nstrace.read):
        with pytest.raises(StoredTraceError, match=reason) as caught:
            read(file)
        assert str(file) in str(caught.value)


def test_missing_rows_are_noticed(trace: Path) -> None:
    file = rewritten(stored(trace, "a.arrow"), lambda batch: batch.slice(1))
    with pytest.raises(StoredTraceError, match="rows, not"):
        rows_of(file)


HOSTILE = {
    "a view": "ALTER TABLE packets RENAME TO hidden; CREATE VIEW packets AS "
    "SELECT hidden.* REPLACE (content AS type) FROM hidden, read_text('{secret}')",
    "a view of the description": "ALTER TABLE nstrace_metadata RENAME TO hidden; "
    "CREATE VIEW nstrace_metadata AS SELECT * FROM hidden",
    "a computed column": "ALTER TABLE packets RENAME TO hidden; CREATE MACRO told() AS 'x'; "
    "CREATE TABLE packets (line BIGINT, form VARCHAR AS (told())); "
    "INSERT INTO packets SELECT line FROM hidden",
    "a table in another schema": "CREATE SCHEMA other; CREATE TABLE other.packets AS FROM packets; "
    "DROP TABLE packets",
}


@pytest.mark.parametrize("statements", HOSTILE.values(), ids=HOSTILE)
def test_views_of_database_are_not_executed(trace: Path, statements: str) -> None:
    """A view over read_text() showed what the file held that it named."""
    secret = trace.with_name("secret.txt")
    secret.write_text("hidden from everyone")
    file = stored(trace, "a.duckdb")
    with duckdb.connect(file) as connection:
        connection.execute(statements.format(secret=secret))
    for read in (text_of, rows_of):
        with pytest.raises(StoredTraceError, match=file.name):
            read(file)


def test_duckdb_extensions_are_not_loaded(trace: Path) -> None:
    with database([stored(trace, "a.parquet")]) as connection:
        for setting in ("autoinstall_known_extensions", "autoload_known_extensions"):
            row = connection.execute(f"SELECT current_setting('{setting}')").fetchone()
            assert row == (False,)


def test_macros_of_database_are_not_called(trace: Path) -> None:
    file = stored(trace, "a.duckdb")
    with duckdb.connect(file) as connection:
        connection.execute("CREATE MACRO duckdb_tables() AS TABLE SELECT 1 AS table_name")
        connection.execute("CREATE MACRO count(x) AS 7")
    assert text_of(file) == trace.read_bytes()
    with database([file]) as connection:
        assert ask(connection, "SELECT count(line) AS n FROM packets").to_pylist() == [{"n": 7}]


@pytest.mark.parametrize(
    "description",
    ["[]", '{"format": 2, "lines": "7"}', '{"format": 2, "main": "../x"}', "[" * 9999,
     '{"format": 2, "rows": {"packets": -1}}', '{"format": 2, "ends": {"links": 1e9}}'],
)  # fmt: skip
def test_description_is_checked(description: str) -> None:
    from nstrace.stored import contents_from_json

    with pytest.raises(StoredTraceError, match="its description is damaged"):
        contents_from_json(description, "a.parquet")


NAMES = ("g[1]", "b*", "a?c", "a,b", "run_id=5", "two\nlines", "md:x", "{a}", "~", "it's", "#%24")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of each name, and of some that are similar, each with another number of lines."""
    folder = tmp_path_factory.mktemp("files")
    for number, name in enumerate([*NAMES, "g1", "bZ", "abc"]):
        (folder / "x.tr").write_text("v 1 eval {}\n" * (number + 1))
        nstrace.convert(folder / "x.tr", folder / f"{name}.parquet")
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_file_names_are_not_glob_patterns(files: Path, tmp_path: Path, name: str) -> None:
    """``g[1].parquet`` was answered from ``g1.parquet``."""
    folder = tmp_path / name
    shutil.copytree(files, folder)
    count = "SELECT count(*) AS n, count(COLUMNS(*)) FROM annotations"
    with database([folder / f"{name}.parquet"]) as connection:
        rows = ask(connection, count)
    assert rows["n"].to_pylist() == [NAMES.index(name) + 1]
    assert rows.num_columns == len(SCHEMAS["annotations"]) + 1
    if "?" not in name:
        nstrace.convert(folder / "x.tr", folder / f"{name}.duckdb")
        assert text_of(folder / f"{name}.duckdb") == (folder / "x.tr").read_bytes()


@pytest.mark.parametrize("special", "\\?")
def test_file_names_that_duckdb_misreads(trace: Path, special: str) -> None:
    """To it, a backslash ends a folder's name; where a ? stands, it puts the end of another's."""
    file = stored(trace, f"a{special}b.parquet")
    assert rows_of(file) == rows_of(stored(trace, "plain.parquet"))
    with pytest.raises(NstraceError, match="for something else"):
        stored(trace, f"a{special}b.duckdb")
    assert not list(trace.parent.glob("*.wal*"))


def test_table_stored_elsewhere_is_named(trace: Path) -> None:
    nstrace.convert_to_folder(trace, trace.with_name("tables"))
    message = failure("export", trace.with_name("tables") / "packets.parquet")
    assert "lies in another file" in message
    assert str(trace.with_name("tables")) in message


def test_many_short_lines_come_in_blocks(tmp_path: Path) -> None:
    """4 MiB of line ends, read at once, took as many rows: up to 0.9 GB."""
    trace = tmp_path / "a.tr"
    trace.write_bytes(b"\n" * 1_200_000)
    for blocks in (list(nstrace.scan(trace, threads=2)), list(nstrace.scan(trace))):
        assert [block.lines for block in blocks] == [1 << 19, 1 << 19, 1_200_000 - (2 << 19)]
        assert [block.end_byte for block in blocks] == [1 << 19, 1 << 20, 1_200_000]
        assert blocks[1].tables["rejects"]["line"][0].as_py() == (1 << 19) + 1
        assert blocks[2].tables["rejects"]["byte"][0].as_py() == 1 << 20


def test_records_that_grow_without_end_are_refused(tmp_path: Path) -> None:
    """800 kB of them stood for 1.6 GB of text."""
    longest = [named(POINT, 100, "+ " + "0" * 250)]
    longest += [path(201 + points, 100 if points == 0 else 200 + points, 100)
                for points in range(15)]  # fmt: skip
    packets = [named(LAYOUT, 0, "t" * 250), packet(5, 0, 0, 10), *([line(215, 5)] * 20_000)]
    trace = tmp_path / "a.rec"
    trace.write_bytes(stream(*longest, *packets, lines=20_000 * 16))
    with pytest.raises(NstraceError, match=r"byte \d+: up to here the records stand for"):
        for _ in nstrace.scan(trace):
            pass
