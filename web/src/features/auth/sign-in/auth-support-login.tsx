import { paths } from '#lib/paths.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Person } from '@trace/contract/auth/auth.schema';
import { fullName } from '@trace/contract/kernel/full-name';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { forgottenState } from './auth-entry-state.ts';
import { AuthFrame } from './auth-frame.tsx';
import { AuthSignInForm } from './auth-sign-in-form.tsx';
import { useSignOut } from '../auth-sign-out.tsx';

/** The separate sign-in page for support staff (SUPL-01). `person` is the signed-in user, if any. */
export function AuthSupportLogin({ person }: { person: Person | null }) {
  return (
    <AuthFrame
      title={supportStaffTexts.loginTitle}
      foot={<Link to={paths.landing}>{supportStaffTexts.mainLogin}</Link>}
    >
      {person?.userType === 'staff' ? (
        <SignedInStaff {...person} />
      ) : (
        <>
          {person !== null && (
            <Stack mb="lg">
              <OutcomeLine tone="bad" title={supportStaffTexts.noAccessTitle}>
                {supportStaffTexts.noAccess}
              </OutcomeLine>
            </Stack>
          )}
          <AuthSignInForm wanted="staff" label={supportStaffTexts.signIn}>
            <Text mt="md" ta="center" fz="sm">
              <Link to={paths.signIn} state={forgottenState}>
                {supportStaffTexts.forgot}
              </Link>
            </Text>
          </AuthSignInForm>
        </>
      )}
    </AuthFrame>
  );
}

function SignedInStaff(person: Person) {
  const { signOut, isSigningOut, question } = useSignOut();
  const name = fullName(person) || person.email;
  return (
    <>
      <Text mb="md">{supportStaffTexts.signedInAs(name)}</Text>
      <Stack gap="xs">
        <Button component={Link} to={paths.support}>
          {supportStaffTexts.continue}
        </Button>
        <Button variant="default" onClick={signOut} loading={isSigningOut}>
          {supportStaffTexts.signOut}
        </Button>
      </Stack>
      {question}
    </>
  );
}
