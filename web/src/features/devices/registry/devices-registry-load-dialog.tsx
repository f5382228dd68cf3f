import { CsvLoadDialog } from '#ui/dialogs/csv-load-dialog.tsx';
import { groupedClaim } from '@trace/contract/devices/registration/devices.registration.rules';
import { registryRules } from '@trace/contract/devices/registry/devices.registry.rules';
import type { RegistryRow } from '@trace/contract/devices/registry/devices.registry.schema';
import { registryTexts as texts } from '@trace/contract/devices/registry/devices.registry.texts';
import { useState } from 'react';
import { LabelsButton } from './devices-labels-button.tsx';
import classes from './devices-registry.module.css';
import { labelsOf, useLoadRegistry } from './devices.registry.queries.ts';

/** Loads the file of a production run after a dry run, and prints its labels (REG-11). */
export function LoadRegistryDialog({ onClose }: { onClose: () => void }) {
  const load = useLoadRegistry();
  const [rows, setRows] = useState<readonly RegistryRow[]>([]);
  const send = async (bytes: Uint8Array, isDryRun: boolean) => {
    const answer = await load(bytes, isDryRun);
    setRows(answer);
    return answer.map((row) => ({
      ...{ line: row.line, name: row.serialNumber, outcome: texts.outcomes[row.outcome] },
      isRefused: row.outcome === 'bad',
      hasProblem: row.outcome === 'bad',
      note: noteOf(row),
    }));
  };
  return (
    <CsvLoadDialog
      title={texts.load}
      hint={texts.fileHint}
      nameLabel={texts.columns.serial}
      mostBytes={registryRules.fileMostBytes}
      send={send}
      actions={<LabelsButton labels={labelsOf(rows)} />}
      isFirm={rows.some(({ isNewCode, claimCode }) => isNewCode && claimCode !== null)}
      onClose={onClose}
    />
  );
}

/** The problem of a row, or the claim code that was generated for the row: the code is shown only now. */
function noteOf({ problem, isNewCode, claimCode }: RegistryRow) {
  if (problem !== null || !isNewCode) return problem;
  return claimCode === null ? texts.willGenerate : <NewCode code={claimCode} />;
}

export function NewCode({ code }: { code: string }) {
  return (
    <>
      {texts.generated} <span className={classes.code}>{groupedClaim(code)}</span>
    </>
  );
}
