import { paths } from '#lib/paths.ts';
import { Anchor, Checkbox, VisuallyHidden } from '@mantine/core';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import type { Ref } from 'react';

interface TermsProps {
  isAccepted: boolean;
  inputRef: Ref<HTMLInputElement>;
  onChange: (isAccepted: boolean) => void;
}

const { before, terms, between, privacy } = signUpTexts.termsAccept;

/** AUTH-07: both texts open in a separate tab, so that no typed text is lost. */
export function AuthSignUpTerms({ isAccepted, inputRef, onChange }: TermsProps) {
  return (
    <Checkbox
      ref={inputRef}
      checked={isAccepted}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={
        <>
          {before}
          <LegalLink to={paths.terms}>{terms}</LegalLink>
          {between}
          <LegalLink to={paths.privacy}>{privacy}</LegalLink>
        </>
      }
    />
  );
}

function LegalLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor href={to} target="_blank" rel="noopener" inherit underline="always">
      {children}
      <VisuallyHidden> ({entryTexts.opensElsewhere})</VisuallyHidden>
    </Anchor>
  );
}
