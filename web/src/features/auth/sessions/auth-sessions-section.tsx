import { Age } from '#ui/data/age.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge, Button } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { OpenSession } from '@trace/contract/auth/sessions/auth.sessions.schema';
import { sessionsTexts } from '@trace/contract/auth/sessions/auth.sessions.texts';
import classes from './auth-sessions-section.module.css';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './auth.sessions.queries.ts';

/** Lists the user's open sessions and ends a single session, or all other sessions (SESS-05). */
export function AuthSessionsSection() {
  const { data, isError, refetch } = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  const others = data?.sessions.filter(({ isThis }) => !isThis) ?? [];
  const endAll = others.length > 0 && (
    <Button size="xs" variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
      {sessionsTexts.endOthers}
    </Button>
  );
  return (
    <SectionCard title={sessionsTexts.title} aside={endAll} isFlush>
      {isError && !data && (
        <EmptyState
          icon={IconDevices}
          text={sessionsTexts.loadFailed}
          action={<Button onClick={() => void refetch()}>{sessionsTexts.tryAgain}</Button>}
        />
      )}
      {!data && !isError && <LoadingText />}
      {data && (
        <ul className={classes.list}>
          {data.sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

function SessionRow({ session }: { session: OpenSession }) {
  const { id, device, address, lastSeenAt, isThis } = session;
  const end = useEndSession();
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <div className={classes.device}>
          {device} {isThis && <Badge color="green">{sessionsTexts.thisOne}</Badge>}
        </div>
        <div className={classes.note}>
          <span className={classes.address}>{address}</span>
          <Age at={lastSeenAt} prefix={sessionsTexts.seen} />
        </div>
      </div>
      {!isThis && (
        <Button
          size="xs"
          variant="default"
          loading={end.isPending}
          aria-label={sessionsTexts.endOf(device, address)}
          onClick={() => end.mutate(id)}
        >
          {sessionsTexts.end}
        </Button>
      )}
    </li>
  );
}
