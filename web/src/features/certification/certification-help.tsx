import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { CertificationTraining } from './certification-training.tsx';
import { trainingQuery } from './certification.queries.ts';
import classes from './certification-box.module.css';

const { helpTitle, help } = certificationTexts;

/** Help for installers without a number (CERT-04). */
export function CertificationHelp() {
  const hasLink = useQuery(trainingQuery).data?.url != null;
  return (
    <div className={classes.help}>
      <Title order={3} className={classes.helpTitle ?? ''}>
        {helpTitle}
      </Title>
      <ul>
        <li>
          {help.training}
          {hasLink && ': '}
          <CertificationTraining />
        </li>
        <li>{help.support}</li>
        <li>{help.email}</li>
      </ul>
    </div>
  );
}
