import { Age } from '#ui/data/age.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge } from '@mantine/core';
import type { ServerProcessView } from '@trace/contract/operations/operations.schema';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import type { ReactNode } from 'react';
import figureClasses from './operations-part.module.css';
import classes from './operations-processes.module.css';

/** SCALE-02: the live server processes. */
export function OperationsProcesses({ processes }: { processes: readonly ServerProcessView[] }) {
  return (
    <SectionCard title={texts.processes}>
      <p className={figureClasses.note}>{texts.processesHow}</p>
      <ul className={classes.processes}>
        {processes.map((one) => (
          <li key={`${one.name} ${one.startedAt}`} className={classes.process}>
            <p className={classes.name}>
              <code>{one.name}</code>
              {one.isAnswering && <Badge color="green">{texts.answering}</Badge>}
              {one.isStopping && <Badge color="gray">{texts.stopping}</Badge>}
            </p>
            <dl className={figureClasses.figures}>
              {figuresOf(one).map(([label, value]) => (
                <div key={label} className={figureClasses.figure}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

const figuresOf = (one: ServerProcessView): [string, ReactNode][] => [
  [texts.connections, one.deviceConnections],
  [texts.openPages, one.openPages],
  [texts.version, one.version],
  [texts.started, <Age key="started" at={one.startedAt} />],
  [texts.lastSign, <Age key="seen" at={one.seenAt} />],
];
