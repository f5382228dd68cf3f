import { join } from 'node:path';
import { createFiles, type Files } from './files.ts';
import { createS3Files, type S3Place } from './s3-files.ts';

interface FilesPlace {
  /** Null: a folder of the data directory. */
  filesBucket: S3Place | null;
  dataDirectory: string;
}

/** Opens the files of this installation, in the bucket of the operator or in the data directory. */
export function openFiles({ filesBucket, dataDirectory }: FilesPlace): Files {
  return filesBucket === null ? createFiles({ directory: join(dataDirectory, 'files') }) : createS3Files(filesBucket);
}
