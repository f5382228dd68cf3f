import { paths } from '#lib/paths.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Link } from '@tanstack/react-router';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { resetTexts } from '@trace/contract/auth/sign-up/auth.reset.texts';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { Role } from '@trace/contract/kernel/roles';
import { useState, type ReactNode } from 'react';
import { AuthConfirm } from '../sign-up/auth-confirm.tsx';
import { useAsksForgotten, useConfirming, useInviteToken } from './auth-entry-state.ts';
import { AuthEntryTabs, type EntryTab } from './auth-entry-tabs.tsx';
import { AuthForgotten } from './auth-forgotten.tsx';
import { AuthFrame } from './auth-frame.tsx';
import type { RenderCertification } from '../sign-up/auth-sign-up-certification.ts';
import type { SignUpValues } from '../sign-up/auth-sign-up-values.ts';
import { useInvitation, type Invitation } from '../sign-up/auth.sign-up.queries.ts';

export interface AuthEntryProps {
  /** The role that the requested page needs. Null without a requested page. */
  wanted: Role | null;
  tab: EntryTab;
  onTab: (tab: EntryTab) => void;
  userType: SignUpValues['userType'];
  renderCertification: RenderCertification;
  /** Why the user must sign in again. */
  notice?: ReactNode;
}

/** The screen for signed-out users (AUTH-01): both tabs, and the steps between. */
export default function AuthEntryScreen(props: AuthEntryProps) {
  const invitation = useInvitation(useInviteToken());
  const { confirming, setConfirming, endConfirming } = useConfirming();
  const [isForgotten, setForgotten] = useState(useAsksForgotten());
  const [email, setEmail] = useState('');
  const [round, setRound] = useState(0);

  const signInWith = (known: string) => {
    endConfirming();
    setEmail(known);
    // After a finished sign-up the form is cleared, above all its password.
    setRound((before) => before + 1);
    props.onTab('sign-in');
  };

  const unconfirmedStep = isForgotten ? 'forgotten' : 'tabs';
  const step = confirming === null ? unconfirmedStep : 'confirm';
  return (
    <AuthFrame
      title={titleOf(step, invitation)}
      {...(step === 'tabs' && { tabTitle: props.tab === 'sign-in' ? authTexts.signIn : signUpTexts.signUp })}
      foot={<Link to={paths.supportLogin}>{authTexts.supportLogin}</Link>}
    >
      {props.notice}
      {confirming !== null && (
        <AuthConfirm
          email={confirming}
          onEmail={setConfirming}
          onConfirmed={signInWith}
          onBack={() => setConfirming(null)}
        />
      )}
      {step === 'forgotten' && <AuthForgotten onBack={() => setForgotten(false)} />}
      {/* Hidden, not unmounted, so that typed text is still there after a step back. */}
      <div hidden={step !== 'tabs'}>
        {invitation.state === 'loading' ? (
          <LoadingText>{authTexts.loading}</LoadingText>
        ) : (
          <AuthEntryTabs
            key={round}
            {...props}
            email={email}
            invitation={invitation}
            onSignedUp={(signedUp) => setConfirming(signedUp.email)}
            onForgotten={() => setForgotten(true)}
          />
        )}
      </div>
    </AuthFrame>
  );
}

function titleOf(step: 'tabs' | 'confirm' | 'forgotten', invitation: Invitation): string {
  if (step === 'confirm') return signUpTexts.confirmTitle;
  if (step === 'forgotten') return resetTexts.title;
  return invitation.state === 'known' ? signUpTexts.joinTitle(invitation.company) : authTexts.title(entryTexts.product);
}
