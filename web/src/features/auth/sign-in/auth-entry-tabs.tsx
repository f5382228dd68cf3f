import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Anchor, Tabs } from '@mantine/core';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { resetTexts } from '@trace/contract/auth/sign-up/auth.reset.texts';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { Role } from '@trace/contract/kernel/roles';
import { lazy, Suspense, useState } from 'react';
import classes from './auth-entry-tabs.module.css';
import { AuthInvitation } from '../sign-up/auth-invitation.tsx';
import { AuthSignInForm } from './auth-sign-in-form.tsx';
import type { RenderCertification } from '../sign-up/auth-sign-up-certification.ts';
import type { SignedUp } from '../sign-up/auth-sign-up-state.ts';
import type { SignUpValues } from '../sign-up/auth-sign-up-values.ts';
import type { Invitation } from '../sign-up/auth.sign-up.queries.ts';

/** Lazy, because the form contains the numbering plans of all countries. */
const SignUpForm = lazy(() => import('../sign-up/auth-sign-up-form.tsx'));

export type EntryTab = 'sign-in' | 'sign-up';

interface EntryTabsProps {
  wanted: Role | null;
  tab: EntryTab;
  onTab: (tab: EntryTab) => void;
  email: string;
  userType: SignUpValues['userType'];
  invitation: Invitation;
  renderCertification: RenderCertification;
  onSignedUp: (signedUp: SignedUp) => void;
  onForgotten: () => void;
}

/** Sign In and Sign Up, or Join Company (AUTH-01, AUTH-02). An opened tab keeps its typed text. */
export function AuthEntryTabs(props: EntryTabsProps) {
  const { wanted, tab, onTab, email, invitation, onForgotten } = props;
  const [opened, setOpened] = useState<readonly EntryTab[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  const isJoining = invitation.state === 'known' || invitation.state === 'unchecked';

  return (
    <>
      <AuthInvitation invitation={invitation} />
      <Tabs value={tab} onChange={(chosen) => onTab(chosen === 'sign-up' ? 'sign-up' : 'sign-in')}>
        <Tabs.List grow mb="lg" aria-label={entryTexts.tabs}>
          <Tabs.Tab value="sign-in" className={classes.tab ?? ''}>
            {authTexts.signIn}
          </Tabs.Tab>
          <Tabs.Tab value="sign-up" className={classes.tab ?? ''}>
            {isJoining ? signUpTexts.joinCompany : signUpTexts.signUp}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="sign-in">
          {opened.includes('sign-in') && (
            <AuthSignInForm wanted={wanted} email={email}>
              <p className={classes.forgot}>
                <Anchor component="button" type="button" fz="sm" onClick={onForgotten}>
                  {resetTexts.forgot}
                </Anchor>
              </p>
            </AuthSignInForm>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="sign-up">{opened.includes('sign-up') && <SignUpPanel {...props} />}</Tabs.Panel>
      </Tabs>
    </>
  );
}

function SignUpPanel({ userType, invitation, renderCertification, onSignedUp }: EntryTabsProps) {
  return (
    <Suspense fallback={<LoadingText>{authTexts.loading}</LoadingText>}>
      <SignUpForm
        userType={userType}
        companyInvite={invitation.state === 'known' ? invitation.token : null}
        renderCertification={renderCertification}
        onSignedUp={onSignedUp}
      />
    </Suspense>
  );
}
