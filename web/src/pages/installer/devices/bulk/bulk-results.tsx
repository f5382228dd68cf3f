import { DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { bulkTexts as texts, type BulkAction } from '@trace/contract/fleet/fleet.bulk.texts';
import type { useBulkRun } from './bulk-run.ts';
import classes from './bulk.module.css';

interface BulkResultsProps extends Pick<ReturnType<typeof useBulkRun>, 'results' | 'total' | 'isRunning'> {
  action: BulkAction;
  onRetry: (failed: readonly TableRow[]) => void;
  onClose: () => void;
}

/** Shows the result of each device, with the server's reason for each failure, and offers a retry of the failures. */
export function BulkResults({ action, results, total, isRunning, onRetry, onClose }: BulkResultsProps) {
  const failed = results.filter(({ failure }) => failure !== null).map(({ device }) => device);
  return (
    <>
      <p className={classes.listTitle} role="status">
        {isRunning
          ? texts.progress(results.length, total ?? 0)
          : texts.resultTitle(results.length - failed.length, failed.length)}
      </p>
      <ul className={classes.list}>
        {results.map(({ device, failure, note }) => (
          <li key={device.serialNumber} className={classes.result} data-failed={failure !== null || undefined}>
            {failure === null ? (
              <IconCheck size={16} aria-hidden="true" />
            ) : (
              <IconAlertTriangle size={16} aria-hidden />
            )}
            <span>
              {device.name}: {failure ?? note ?? texts.done[action]}
            </span>
          </li>
        ))}
      </ul>
      <DialogActions>
        {failed.length > 0 && !isRunning && (
          <Button variant="default" onClick={() => onRetry(failed)}>
            {texts.retry(failed.length)}
          </Button>
        )}
        <Button loading={isRunning} onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </>
  );
}
