import { isRefusal } from '#lib/http/api.ts';
import { usePageTitle } from '#ui/layout/page-title.tsx';
import { useQuery } from '@tanstack/react-query';
import { panicLinkTexts as texts } from '@trace/contract/panic/panic.link.texts';
import { INCIDENT_TOKEN } from '@trace/contract/panic/panic.rules';
import { useMemo, type ReactNode } from 'react';
import { linkCalls } from './panic-calls.ts';
import { PanicIncident } from './panic-incident.tsx';
import type { RenderMap } from './panic-where.tsx';
import { incidentQuery } from '../panic.queries.ts';

interface PanicByLinkProps {
  token: string;
  renderMap: RenderMap;
  /** Stands in place of the incident when the link is wrong or too old. */
  invalid: ReactNode;
}

/** PANIC-07: the incident for a contact without an account, by the link of a message. */
export function PanicByLink({ token, renderMap, invalid }: PanicByLinkProps) {
  return INCIDENT_TOKEN.test(token) ? <Linked token={token} renderMap={renderMap} invalid={invalid} /> : invalid;
}

function Linked({ token, renderMap, invalid }: PanicByLinkProps) {
  const calls = useMemo(() => linkCalls(token), [token]);
  const { error } = useQuery(incidentQuery(calls));
  if (isRefusal(error, 'not_found')) return invalid;
  return (
    <main>
      <LinkedIncident calls={calls} renderMap={renderMap} />
    </main>
  );
}

function LinkedIncident({ calls, renderMap }: { calls: ReturnType<typeof linkCalls>; renderMap: RenderMap }) {
  const headingProps = usePageTitle(texts.title);
  return <PanicIncident calls={calls} layout="screen" renderMap={renderMap} heading={{ as: 'h1', headingProps }} />;
}
