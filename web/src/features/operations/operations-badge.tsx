import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import { alarmCountQuery } from './operations.queries.ts';

/** The number of active alarms, for staff with the admin flag. Renders nothing without alarms. */
export function OperationsBadge() {
  const { data: alarms = 0 } = useQuery(alarmCountQuery);
  if (alarms === 0) return null;
  return (
    <Badge color="red" style={{ flex: 'none' }}>
      {texts.badge(alarms)}
    </Badge>
  );
}
