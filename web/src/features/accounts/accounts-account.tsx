import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge, Button } from '@mantine/core';
import type { Profile } from '@trace/contract/accounts/accounts.schema';
import { accountsTexts as texts } from '@trace/contract/accounts/accounts.texts';
import { useState } from 'react';
import { AccountsEmailDialog } from './accounts-email-dialog.tsx';
import { Fact, Facts } from './accounts-facts.tsx';
import { AccountsPasswordDialog } from './accounts-password-dialog.tsx';
import classes from './accounts-settings.module.css';

/** Shows username, type and status, and the ways to change the sign-in credentials. */
export function AccountsAccount({ profile, company }: { profile: Profile; company: string | null }) {
  const [open, setOpen] = useState<'email' | 'password' | null>(null);
  const { email, nextEmail, userType, businessName } = profile;
  return (
    <SectionCard title={texts.account} isFlush>
      <Facts>
        <Fact term={texts.username} {...(nextEmail !== null && { note: texts.emailWaits(nextEmail) })}>
          {email}
        </Fact>
        <Fact term={texts.type}>{texts.types[userType]}</Fact>
        {userType === 'installer' && <Fact term={texts.company}>{company ?? businessName ?? texts.notProvided}</Fact>}
        <Fact term={texts.status}>
          <Badge color="green">{texts.active}</Badge>
        </Fact>
      </Facts>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => setOpen('email')}>
          {nextEmail === null ? texts.changeEmail : texts.enterCode}
        </Button>
        <Button variant="default" onClick={() => setOpen('password')}>
          {texts.changePassword}
        </Button>
      </div>
      <AccountsEmailDialog isOpen={open === 'email'} nextEmail={nextEmail} onClose={() => setOpen(null)} />
      <AccountsPasswordDialog isOpen={open === 'password'} email={email} onClose={() => setOpen(null)} />
    </SectionCard>
  );
}
