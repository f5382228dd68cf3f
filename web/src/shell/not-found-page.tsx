import { paths } from '#lib/paths.ts';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FullPageMessage } from './full-page-message.tsx';

/** Any address that is none of ours. */
export default function NotFoundPage() {
  return (
    <FullPageMessage figure="404" title="Oops! Page not found" tabTitle="Page not found">
      <Button renderRoot={(props) => <Link {...props} to={paths.landing} />}>Return to Home</Button>
    </FullPageMessage>
  );
}
