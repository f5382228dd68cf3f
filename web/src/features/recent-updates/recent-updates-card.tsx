import { failureWords } from '#lib/http/api.ts';
import { Age } from '#ui/data/age.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge, Button } from '@mantine/core';
import { IconPlugConnectedX, IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { RecentUpdate } from '@trace/contract/recent-updates/recent-updates.schema';
import { recentUpdatesTexts } from '@trace/contract/recent-updates/recent-updates.texts';
import classes from './recent-updates-card.module.css';
import { recentUpdatesQuery } from './recent-updates.queries.ts';

/** FEED-01: shows the portal's updates, newest published first. */
export function RecentUpdatesCard() {
  const { data, error, refetch } = useQuery(recentUpdatesQuery);
  return (
    <SectionCard title={recentUpdatesTexts.title} isFlush aside={data && data.length > 1 && recentUpdatesTexts.order}>
      {data && data.length > 0 && <UpdateList updates={data} />}
      {data?.length === 0 && <EmptyState icon={IconSparkles} text={recentUpdatesTexts.empty} />}
      {!data && !error && <LoadingText />}
      {!data && error && (
        <EmptyState
          icon={IconPlugConnectedX}
          text={`${recentUpdatesTexts.loadFailed} ${failureWords(error)}`}
          action={
            <Button variant="default" onClick={() => void refetch()}>
              {devicesTexts.tryAgain}
            </Button>
          }
        />
      )}
    </SectionCard>
  );
}

function UpdateList({ updates }: { updates: readonly RecentUpdate[] }) {
  return (
    <ul className={classes.list}>
      {updates.map((update) => (
        <Update key={update.id} {...update} />
      ))}
    </ul>
  );
}

function Update({ title, description, type, isNew, publishedAt }: RecentUpdate) {
  return (
    <li className={classes.update}>
      <span className={classes.type}>
        <Badge color="gray">{recentUpdatesTexts.types[type]}</Badge>
      </span>
      <div className={classes.words}>
        <h3 className={classes.title} dir="auto">
          {title}
          {isNew && (
            <Badge variant="filled" className={classes.new ?? ''}>
              {recentUpdatesTexts.new}
            </Badge>
          )}
        </h3>
        <p className={classes.description} dir="auto">
          {description}
        </p>
      </div>
      <span className={classes.age}>
        <Age at={publishedAt} />
      </span>
    </li>
  );
}
