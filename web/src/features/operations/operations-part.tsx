import { Age } from '#ui/data/age.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { OperationsPart } from '@trace/contract/operations/operations.rules';
import type { Alarm } from '@trace/contract/operations/operations.schema';
import { alarmTexts } from '@trace/contract/operations/operations.alarms.texts';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import type { ReactNode } from 'react';
import classes from './operations-part.module.css';

export type Figure = readonly [label: string, value: ReactNode];

const stateColors = { ok: 'green', alarm: 'red', off: 'gray' } as const;

interface PartCardProps {
  part: OperationsPart;
  isOff?: boolean;
  alarms: readonly Alarm[];
  figures: readonly Figure[];
  /** Opens the list behind the figures. */
  action?: { label: string; open: () => void };
  children?: ReactNode;
}

/** SUPP-06: a part with its state, its alarms and its figures. */
export function PartCard({ part, isOff = false, alarms, figures, action, children }: PartCardProps) {
  const calm = isOff ? 'off' : 'ok';
  const state = alarms.length > 0 ? 'alarm' : calm;
  return (
    <SectionCard title={texts.parts[part]} aside={<Badge color={stateColors[state]}>{texts.states[state]}</Badge>}>
      <div className={classes.body}>
        {alarms.map((alarm) => (
          <AlarmNote key={alarm.code} {...alarm} />
        ))}
        {isOff && <p className={classes.note}>{texts.isOff[part]}</p>}
        <dl className={classes.figures}>
          {figures.map(([label, value]) => (
            <div key={label} className={classes.figure}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {children}
        {action && (
          <Button variant="default" size="sm" className={classes.action ?? ''} onClick={action.open}>
            {action.label}
          </Button>
        )}
      </div>
    </SectionCard>
  );
}

function AlarmNote({ code, since }: Alarm) {
  const { title, action } = alarmTexts[code];
  return (
    <div className={classes.alarm}>
      <IconAlertTriangle size={20} stroke={1.7} aria-hidden="true" className={classes.sign ?? ''} />
      <div>
        <p className={classes.alarmTitle}>{title}</p>
        <p className={classes.alarmAction}>{action}</p>
        <p className={classes.note}>
          <Age at={since} prefix={texts.since} />
        </p>
      </div>
    </div>
  );
}
