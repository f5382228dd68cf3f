import { paths } from '#lib/paths.ts';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Person } from '@trace/contract/auth/auth.schema';
import { resetTexts } from '@trace/contract/auth/sign-up/auth.reset.texts';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { useState } from 'react';
import { AuthForgotten } from './auth-forgotten.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { AuthSignInForm } from './auth-sign-in-form.tsx';
import { useSignOut } from '../auth-sign-out.tsx';
import classes from './auth-entry-tabs.module.css';

/** The separate sign-in page for support staff (SUPL-01). `person` is the signed-in user, if any. */
export function AuthSupportLogin({ person }: { person: Person | null }) {
  const [isForgotten, setForgotten] = useState(false);
  const isStaff = person?.userType === 'staff';
  return (
    <AuthFrame
      title={isForgotten ? resetTexts.title : supportStaffTexts.loginTitle}
      foot={<Link to={paths.landing}>{supportStaffTexts.mainLogin}</Link>}
    >
      {isStaff && <SignedInStaff {...person} />}
      {!isStaff && isForgotten && <AuthForgotten onBack={() => setForgotten(false)} />}
      {!isStaff && !isForgotten && (
        <AuthSignInForm wanted="staff" label={supportStaffTexts.signIn}>
          <p className={classes.forgot}>
            <Anchor component="button" type="button" fz="sm" onClick={() => setForgotten(true)}>
              {resetTexts.forgot}
            </Anchor>
          </p>
        </AuthSignInForm>
      )}
    </AuthFrame>
  );
}

function SignedInStaff({ firstName, lastName, email }: Person) {
  const { signOut, isSigningOut, question } = useSignOut();
  const name = `${firstName} ${lastName}`.trim() || email;
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
