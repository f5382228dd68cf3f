import { paths } from '#lib/paths.ts';
import { Anchor, Checkbox, type CheckboxProps, VisuallyHidden } from '@mantine/core';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';

const { before, terms, between, privacy } = signUpTexts.termsAccept;

/** AUTH-07: both texts open in a separate tab, so that no typed text is lost. */
export function AuthSignUpTerms(field: CheckboxProps) {
  return (
    <Checkbox
      {...field}
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
