import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import { SELECTED_MOST } from '@trace/contract/fleet/fleet.table.rules';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { bulkActions, bulkTexts as texts, type BulkAction } from '@trace/contract/fleet/fleet.bulk.texts';
import { lazy, Suspense, useState } from 'react';
import type { Selection } from '../devices-selection.ts';
import classes from './bulk.module.css';

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));

/** IDEV-11: how many devices are selected, and the actions on all of them. */
export default function BulkBar({ selection }: { selection: Selection }) {
  const [action, setAction] = useState<BulkAction | null>(null);
  const { selected, isFull, clear, drop } = selection;
  const close = (done: readonly TableRow[]) => {
    drop(done);
    setAction(null);
  };
  if (selected.length === 0 && action === null) return null;
  return (
    <section className={classes.bar} aria-label={texts.bar}>
      <p className={classes.count} role="status">
        {texts.selected(selected.length)}
        {isFull && <span className={classes.full}>{texts.full(SELECTED_MOST)}</span>}
      </p>
      <div className={classes.buttons}>
        {bulkActions.map((each) => (
          <NeedsNetwork key={each} isTight>
            {(button) => (
              <Button variant="default" onClick={() => setAction(each)} {...button}>
                {texts.actions[each]}
              </Button>
            )}
          </NeedsNetwork>
        ))}
        <Button variant="subtle" onClick={clear}>
          {texts.clear}
        </Button>
      </div>
      <Suspense>{action && <BulkDialog action={action} devices={selected} onClose={close} />}</Suspense>
    </section>
  );
}
