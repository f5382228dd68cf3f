import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { useRef, type ReactNode } from 'react';
import { AccountsAccount } from './accounts-account.tsx';
import { AccountsAppearance } from './accounts-appearance.tsx';
import { AccountsDanger } from './accounts-danger.tsx';
import { AccountsData } from './accounts-data.tsx';
import { AccountsPersonal } from './accounts-personal.tsx';
import classes from './accounts-settings.module.css';
import { useAddressedPart } from './accounts-addressed-part.ts';
import { profileQuery } from './accounts.queries.ts';

/** A part of the settings page, with its entry in the list of parts. */
export interface SettingsPart {
  /** The target of the entry in the list of parts. */
  id: string;
  name: string;
  content: ReactNode;
}

interface AccountsSettingsProps {
  /** The parts that other features provide. */
  parts: readonly SettingsPart[];
  /** The user's company, shown in place of the user's business name (AUTH-05). */
  company?: string | null;
}

/** The account of the person (SET-01), with a list of its parts beside it. */
export function AccountsSettings({ parts, company = null }: AccountsSettingsProps) {
  const { data: profile, isError, refetch } = useQuery(profileQuery);
  if (!profile) {
    if (!isError) return <LoadingText />;
    const again = <Button onClick={() => void refetch()}>{accountsTexts.tryAgain}</Button>;
    return <EmptyState icon={IconUser} text={accountsTexts.loadFailed} action={again} />;
  }
  const { parts: names } = accountsTexts;
  const profileParts = (
    <>
      <AccountsPersonal profile={profile} />
      <AccountsAccount profile={profile} company={company} />
    </>
  );
  const dataParts = (
    <>
      <AccountsData />
      {profile.userType !== 'staff' && <AccountsDanger profile={profile} />}
    </>
  );
  return (
    <SettingsParts
      parts={[
        { id: 'profile', name: names.profile, content: profileParts },
        ...parts,
        { id: 'appearance', name: accountsTexts.appearance, content: <AccountsAppearance /> },
        { id: 'data', name: names.data, content: dataParts },
      ]}
    />
  );
}

function SettingsParts({ parts }: { parts: readonly SettingsPart[] }) {
  const sections = useRef<HTMLDivElement>(null);
  useAddressedPart(sections);
  return (
    <div className={classes.page}>
      <nav aria-label={accountsTexts.partsLabel} className={classes.nav}>
        <ul>
          {parts.map(({ id, name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div ref={sections} className={classes.sections}>
        {parts.map(({ id, content }) => (
          <div key={id} id={id} tabIndex={-1} className={classes.part}>
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}
