import { Age } from '#ui/data/age.tsx';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { analyticsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import type { Update } from './analytics.queries.ts';

/** ANA-04: starts an update of countries and categories. */
export function AnalyticsUpdateButton({ update: { isRunning, start } }: { update: Update }) {
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={17} stroke={1.7} aria-hidden="true" />}
      loading={isRunning}
      onClick={start}
    >
      {texts.update}
    </Button>
  );
}

/** The progress of the update, or when it last ended. Screen readers hear changes at the next pause. */
export function AnalyticsUpdateState({ update: { run, isRunning } }: { update: Update }) {
  if (run === null) return <>{texts.neverUpdated}</>;
  if (isRunning) return <span role="status">{texts.updating(run.devicesDone, run.devicesTotal)}</span>;
  return <Age at={run.finishedAt ?? run.startedAt} prefix={texts.updatedAt} />;
}
