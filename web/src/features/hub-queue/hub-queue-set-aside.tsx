import { Age } from '#ui/data/age.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { RowCard, RowCards } from '#ui/data/table/row-cards.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconMessageOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { hubQueueTexts } from '@trace/contract/hub-queue/hub-queue.texts';
import classes from './hub-queue.module.css';
import { setAsideQuery } from './hub-queue.queries.ts';

const texts = hubQueueTexts.setAside;

/** The messages that were set aside, each with its reason and without its content. */
export function HubQueueSetAside() {
  const query = useInfiniteQuery(setAsideQuery);
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? [];
  return (
    <SectionCard title={texts.title} isFlush>
      <PagedList
        query={query}
        count={messages.length}
        icon={IconMessageOff}
        loading={texts.loading}
        empty={texts.empty}
        failed={(reason) => `${texts.loadFailed}. ${reason}`}
        more={texts.more}
      >
        <p className={classes.intro}>{texts.text}</p>
        <RowCards label={texts.title}>
          {messages.map(({ id, reason, sizeBytes, receivedAt }) => (
            <RowCard key={id} className={classes.row}>
              <p className={classes.note}>{texts.reasons[reason]}</p>
              <p className={classes.hint}>
                {texts.bytes(sizeBytes)} · <Age at={receivedAt} />
              </p>
            </RowCard>
          ))}
        </RowCards>
      </PagedList>
    </SectionCard>
  );
}
