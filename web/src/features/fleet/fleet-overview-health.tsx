import { Age } from '#ui/data/age.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { commandLabel } from '@trace/contract/device-commands/device-commands.texts';
import { percentOf } from '@trace/contract/fleet/fleet.overview.rules';
import type { Overview } from '@trace/contract/fleet/fleet.overview.schema';
import { overviewTexts as texts } from '@trace/contract/fleet/fleet.overview.texts';
import classes from './fleet-overview.module.css';

/** Shows System Health: the share of devices in use and the oldest unanswered command (IDASH-04). */
export function FleetOverviewHealth({ counts, oldestUnanswered }: Pick<Overview, 'counts' | 'oldestUnanswered'>) {
  const { total, assigned, online } = counts;
  return (
    <SectionCard title={texts.health} isFlush>
      <dl className={classes.list}>
        <Rate term={texts.coverage} part={assigned} total={total} />
        <Rate term={texts.onlineRate} part={online} total={total} />
        <div className={classes.row}>
          <dt className={classes.title}>{texts.oldest}</dt>
          <dd className={classes.fact}>
            {oldestUnanswered ? (
              <>
                <span dir="auto">
                  {commandLabel[oldestUnanswered.command]}, {oldestUnanswered.name}
                </span>
                <span className={classes.note}>
                  <Age at={oldestUnanswered.sentAt} />
                </span>
              </>
            ) : (
              texts.noneUnanswered
            )}
          </dd>
        </div>
      </dl>
    </SectionCard>
  );
}

function Rate({ term, part, total }: { term: string; part: number; total: number }) {
  return (
    <div className={classes.row}>
      <dt className={classes.title}>{term}</dt>
      <dd className={classes.fact}>
        <span className={classes.rate}>{texts.percent(percentOf(part, total))}</span>
        <span className={classes.note}>{texts.shareOf(part, total)}</span>
      </dd>
    </div>
  );
}
