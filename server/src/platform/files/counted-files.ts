import type { CallCounter } from '#platform/health/parts-health';
import type { Log } from '#platform/log/log';

import { FileTooLarge } from './file-limits.ts';
import type { Files } from './files.ts';

/** Counts and logs the calls of a file store, so that an operator sees a store that fails. */
export function countCalls(files: Files, calls: CallCounter, log: Log): Files {
  const counted = async <Result>(call: Promise<Result>): Promise<Result> => {
    try {
      const result = await call;
      calls.answered();
      return result;
    } catch (error) {
      if (error instanceof FileTooLarge) calls.answered('refused');
      else {
        calls.failed();
        log.warn({ err: error }, 'A call of the file store failed');
      }
      throw error;
    }
  };
  return {
    put: (name, content) => counted(files.put(name, content)),
    read: (name, range) => counted(files.read(name, range)),
    stat: (name) => counted(files.stat(name)),
    delete: (name) => counted(files.delete(name)),
    list: (folder) => counted(files.list(folder)),
    check: () => counted(files.check()),
  };
}
