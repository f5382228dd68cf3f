import { failureWords } from '#lib/http/api.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { rolloutTexts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import { isComplete, rolloutOf, type StartValues } from './firmware-start-form.ts';
import classes from './firmware-start.module.css';
import { previewQuery } from '../staff/firmware.staff.queries.ts';

const texts = rolloutTexts.start;
const SETTLED_MS = 400;

interface FirmwareStartPreviewProps {
  releaseId: string;
  values: StartValues;
}

/** How many devices the rollout would reach, ring by ring, and which chosen ones it cannot reach. */
export function FirmwareStartPreview({ releaseId, values }: FirmwareStartPreviewProps) {
  const [settled] = useDebouncedValue(values, SETTLED_MS);
  return (
    <section aria-label={texts.preview} aria-live="polite" className={classes.preview}>
      <h3>{texts.preview}</h3>
      <Counts releaseId={releaseId} values={settled} />
    </section>
  );
}

function Counts({ releaseId, values }: FirmwareStartPreviewProps) {
  const body = isComplete(values) ? rolloutOf(releaseId, values) : null;
  const { data, error } = useQuery({ ...previewQuery(body), placeholderData: keepPreviousData });
  if (body === null) return <p className={classes.hint}>{texts.previewInvalid}</p>;
  if (error) return <OutcomeLine tone="bad">{failureWords(error)}</OutcomeLine>;
  if (data === undefined) return <p className={classes.hint}>{texts.previewLoading}</p>;
  const { rings, unreachable } = data;
  return (
    <>
      {rings.every(({ total }) => total === 0) ? (
        <p>{texts.previewNone}</p>
      ) : (
        <ul className={classes.rings}>
          {rings.map((ring) => (
            <li key={ring.number}>{texts.previewRing(values.kind, ring)}</li>
          ))}
        </ul>
      )}
      {unreachable.length > 0 && <OutcomeLine tone="part">{texts.unreachable(unreachable)}</OutcomeLine>}
    </>
  );
}
