import { Age } from '#ui/data/age.tsx';
import { Fact } from '#ui/data/fact.tsx';
import { RowCard } from '#ui/data/table/row-cards.tsx';
import { Badge } from '@mantine/core';
import { auditActionKind, type AuditActionKind } from '@trace/contract/audit/audit.rules';
import type { AuditEntryView } from '@trace/contract/audit/audit.schema';
import { auditTexts as texts } from '@trace/contract/audit/audit.texts';
import classes from './audit-entry.module.css';

/** AUD-01: the palette's violet stands for purple. */
const colors: Record<AuditActionKind, string> = {
  create: 'green',
  update: 'blue',
  delete: 'red',
  view: 'gray',
  other: 'violet',
};

/** An entry of the audit log: what was done, to which target, by whom and when. */
export function AuditEntry({ entry }: { entry: AuditEntryView }) {
  const { action, targetType, targetId, details, createdAt } = entry;
  return (
    <RowCard className={classes.row}>
      <div className={classes.head}>
        <Badge color={colors[auditActionKind(action)]} className={classes.action ?? ''}>
          {action}
        </Badge>
        <span className={classes.time}>
          <Age at={createdAt} />
        </span>
      </div>
      <dl className={classes.facts}>
        <Fact name={texts.targetType}>{targetType}</Fact>
        {targetId !== null && (
          <Fact name={texts.targetId}>
            <span className={classes.id}>{targetId}</span>
          </Fact>
        )}
        <Fact name={texts.by}>{actorOf(entry)}</Fact>
      </dl>
      {Object.keys(details).length > 0 && (
        <pre className={classes.details} aria-label={texts.details}>
          {JSON.stringify(details, null, 2)}
        </pre>
      )}
    </RowCard>
  );
}

function actorOf({ staffEmail, actorId }: AuditEntryView): string {
  return staffEmail ?? (actorId === null ? texts.server : texts.deleted);
}
