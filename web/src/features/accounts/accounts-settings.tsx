import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import type { ReactNode } from 'react';
import { AccountsAccount } from './accounts-account.tsx';
import { AccountsAppearance } from './accounts-appearance.tsx';
import { AccountsDanger } from './accounts-danger.tsx';
import { AccountsData } from './accounts-data.tsx';
import { AccountsPersonal } from './accounts-personal.tsx';
import classes from './accounts-settings.module.css';
import { profileQuery } from './accounts.queries.ts';

interface AccountsSettingsProps {
  /** The authentication settings, provided by other features. */
  security?: ReactNode;
  /** The user's company, shown in place of the user's business name (AUTH-05). */
  company?: string | null;
}

/** The account of the person (SET-01). */
export function AccountsSettings({ security, company = null }: AccountsSettingsProps) {
  const { data: profile, isError, refetch } = useQuery(profileQuery);
  if (!profile) {
    if (!isError) return <LoadingText />;
    const again = <Button onClick={() => void refetch()}>{accountsTexts.tryAgain}</Button>;
    return <EmptyState icon={IconUser} text={accountsTexts.loadFailed} action={again} />;
  }
  return (
    <div className={classes.sections}>
      <AccountsPersonal profile={profile} />
      <AccountsAccount profile={profile} company={company} />
      {security}
      <AccountsAppearance />
      <AccountsData />
      <AccountsDanger profile={profile} />
    </div>
  );
}
