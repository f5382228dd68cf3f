import { SearchField } from '#ui/controls/search-field.tsx';
import { Age } from '#ui/data/age.tsx';
import { DeviceName } from '#ui/data/device-name.tsx';
import { RowCard, RowCardFacts, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge, Button, Stack } from '@mantine/core';
import { IconHistory, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import type { AssignmentActivity, RegistrationActivity, SignInActivity } from '@trace/contract/activity/activity.api';
import { activityRules } from '@trace/contract/activity/activity.rules';
import { activityActionTexts, activityTexts as texts } from '@trace/contract/activity/activity.texts';
import type { ReactNode } from 'react';
import classes from './activity-cards.module.css';
import { activityQuery } from './activity.queries.ts';

/** The newest sign-ins, registrations and assignments, with one search over all of them (SUPP-01). */
export function ActivityCards({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { data, isError, refetch } = useQuery(activityQuery(search));
  const none = search === '' ? texts.none : texts.noneFound;
  return (
    <Stack gap="lg">
      <SearchField label={texts.search} maxLength={activityRules.searchMaxLength} text={search} onSearch={onSearch} />
      {data === undefined && !isError && <LoadingText>{texts.loading}</LoadingText>}
      {data === undefined && isError && (
        <EmptyState
          icon={IconPlugConnectedX}
          text={texts.failed}
          action={
            <Button variant="default" onClick={() => void refetch()}>
              {accountsTexts.tryAgain}
            </Button>
          }
        />
      )}
      {data !== undefined && (
        <div className={classes.kinds}>
          <Kind title={texts.signIns} none={none}>
            {data.signIns.map((entry) => (
              <SignIn key={entry.id} entry={entry} />
            ))}
          </Kind>
          <Kind title={texts.registrations} none={none}>
            {data.registrations.map((entry) => (
              <Registration key={entry.serialNumber} entry={entry} />
            ))}
          </Kind>
          <Kind title={texts.assignments} none={none}>
            {data.assignments.map((entry) => (
              <Assignment key={`${entry.serialNumber} ${entry.createdAt}`} entry={entry} />
            ))}
          </Kind>
        </div>
      )}
    </Stack>
  );
}

function Kind({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <SectionCard title={title} isFlush>
      {children.length === 0 ? (
        <EmptyState icon={IconHistory} text={none} />
      ) : (
        <RowCards label={title}>{children}</RowCards>
      )}
    </SectionCard>
  );
}

function SignIn({ entry: { action, userEmail, createdAt } }: { entry: SignInActivity }) {
  return (
    <RowCard className={classes.row}>
      <RowCardHead>
        <span className={classes.email}>{userEmail}</span>
        <Badge color={action === 'failed_login' ? 'red' : 'gray'}>{activityActionTexts[action]}</Badge>
      </RowCardHead>
      <RowCardFacts>
        <Age at={createdAt} />
      </RowCardFacts>
    </RowCard>
  );
}

function Registration({ entry: { serialNumber, deviceName, byEmail, createdAt } }: { entry: RegistrationActivity }) {
  return (
    <RowCard className={classes.row}>
      <DeviceName name={deviceName} serialNumber={serialNumber} />
      <RowCardFacts>
        <span className={classes.email}>{texts.registeredBy(byEmail ?? texts.deleted)}</span>
        <Age at={createdAt} />
      </RowCardFacts>
    </RowCard>
  );
}

function Assignment({ entry }: { entry: AssignmentActivity }) {
  const { serialNumber, deviceName, byEmail, userEmail, isWaiting, createdAt } = entry;
  return (
    <RowCard className={classes.row}>
      <RowCardHead>
        <DeviceName name={deviceName} serialNumber={serialNumber} />
        {isWaiting && <Badge color="gray">{texts.waiting}</Badge>}
      </RowCardHead>
      <RowCardFacts>
        <span className={classes.email}>{texts.assignedTo(userEmail ?? texts.deleted, byEmail ?? texts.deleted)}</span>
        <Age at={createdAt} />
      </RowCardFacts>
    </RowCard>
  );
}
