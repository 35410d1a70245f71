/** A Parquet file as columns. Only the parts in view are read, so a file may have any size. */

import { gunzipSync } from 'fflate';
import { decompress } from 'fzstd';
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { readBytes } from '../files/files-api.ts';
import type { FileColumns } from './file-columns.ts';

/** A column with more rows is neither sorted nor summarized. */
const MOST_ROWS = 2_000_000;

/** Beside the uncompressed form and Snappy, which the reader knows; without WebAssembly, which the page does not allow. */
const compressors: Compressors = { GZIP: (bytes) => gunzipSync(bytes), ZSTD: (bytes) => decompress(bytes) };

/** The columns of a file. @throws when it is none, with the reason */
export async function parquetColumns(path: string): Promise<FileColumns> {
  const file = await bufferOf(path);
  const metadata = await readMetadata(file);
  const rows = Number(metadata.num_rows);
  const header = parquetSchema(metadata).children.map(({ element }) => {
    const dtype = (
      element.logical_type?.type ??
      element.converted_type ??
      element.type ??
      'nested'
    ).toLowerCase();
    const numeric = /^(?:int|float|double|decimal|uint)/.test(dtype) && element.converted_type !== 'UTF8';
    return { label: element.name, dtype, numeric };
  });
  const names = header.map(({ label }) => label);
  const read = async (columns: readonly string[], rowStart: number, rowEnd: number) => {
    const objects = await parquetReadObjects({
      file,
      metadata,
      compressors,
      columns: [...columns],
      rowStart,
      rowEnd,
    });
    return objects.map((row) => columns.map((name) => row[name] as unknown));
  };
  return {
    kind: 'Parquet file',
    rows,
    header,
    note: null,
    reading: '',
    window: ([first, last], [left, right]) => read(names.slice(left, right), first, last),
    async column(index) {
      if (rows > MOST_ROWS) throw new Error('The file has too many rows to be sorted here.');
      return (await read([names[index]!], 0, rows)).map(([value]) => value);
    },
  };
}

async function bufferOf(path: string): Promise<AsyncBuffer> {
  const { size } = await readBytes(path, 0, 0);
  return {
    byteLength: size,
    slice: async (start, end = size) => (await readBytes(path, start, end - 1)).bytes,
  };
}

async function readMetadata(file: AsyncBuffer): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(file);
  } catch {
    throw new Error('The file is not Parquet, or it is damaged.');
  }
}
