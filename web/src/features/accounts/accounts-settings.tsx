import { usePerson } from '#lib/session.ts';
import { SectionCard } from '#ui/section-card.tsx';
import { Badge, SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { useId, type ReactNode } from 'react';
import classes from './accounts-settings.module.css';

/** What the portal knows of the person, and how it looks for them. */
export function AccountsSettings() {
  const { email, firstName, lastName, userType, timeZone } = usePerson();
  return (
    <div className={classes.sections}>
      <SectionCard title={accountsTexts.personal} isFlush>
        <Facts>
          <Fact term={accountsTexts.name}>{`${firstName} ${lastName}`.trim()}</Fact>
          <Fact term={accountsTexts.email}>{email}</Fact>
          <Fact term={accountsTexts.timeZone} note={accountsTexts.timeZoneText}>
            {timeZone}
          </Fact>
        </Facts>
      </SectionCard>
      <SectionCard title={accountsTexts.account} isFlush>
        <Facts>
          <Fact term={accountsTexts.username}>{email}</Fact>
          <Fact term={accountsTexts.type}>{accountsTexts.types[userType]}</Fact>
          <Fact term={accountsTexts.status}>
            <Badge color="green">{accountsTexts.active}</Badge>
          </Fact>
        </Facts>
      </SectionCard>
      <SectionCard title={accountsTexts.appearance} isFlush>
        <SchemeChoice />
      </SectionCard>
    </div>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

function Fact({ term, note, children }: { term: string; note?: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>
        {term}
        {note && <span className={classes.note}>{note}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

const schemes = Object.entries(accountsTexts.schemes).map(([value, label]) => ({ value, label }));

function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const labelId = useId();
  return (
    <div className={classes.fact}>
      <span id={labelId}>
        {accountsTexts.colours}
        <span className={classes.note}>{accountsTexts.appearanceText}</span>
      </span>
      <SegmentedControl
        aria-labelledby={labelId}
        data={schemes}
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      />
    </div>
  );
}
