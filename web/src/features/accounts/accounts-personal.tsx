import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button } from '@mantine/core';
import type { Profile } from '@trace/contract/accounts/accounts.schema';
import { accountsTexts as texts } from '@trace/contract/accounts/accounts.texts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Fact, Facts } from './accounts-facts.tsx';

const AccountsPersonalForm = lazy(() => import('./accounts-personal-form.tsx'));

/** Personal Information: read, and changed in place (SET-01). */
export function AccountsPersonal({ profile }: { profile: Profile }) {
  const [isEditing, setEditing] = useState(false);
  const editRef = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Returns the focus to the edit button, so that keyboard users continue where the edit began.
    if (wasEditing.current && !isEditing) editRef.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) {
    return (
      <SectionCard title={texts.personal}>
        <Suspense fallback={<LoadingText />}>
          <AccountsPersonalForm profile={profile} onDone={() => setEditing(false)} />
        </Suspense>
      </SectionCard>
    );
  }
  const edit = (
    <Button ref={editRef} size="xs" variant="default" onClick={() => setEditing(true)}>
      {texts.edit}
    </Button>
  );
  return (
    <SectionCard title={texts.personal} aside={edit} isFlush>
      <Facts>
        <Fact term={texts.firstName}>{profile.firstName}</Fact>
        <Fact term={texts.lastName}>{profile.lastName}</Fact>
        <Fact term={texts.phone}>{profile.phone ?? texts.notProvided}</Fact>
        {profile.userType === 'installer' && (
          <Fact term={texts.businessName}>{profile.businessName ?? texts.notProvided}</Fact>
        )}
        <Fact term={texts.timeZone} note={profile.userType === 'user' ? texts.timeZoneOfPings : texts.timeZoneText}>
          {profile.timeZone}
        </Fact>
      </Facts>
    </SectionCard>
  );
}
