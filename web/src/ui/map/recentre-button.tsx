import { Button } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { mapTexts } from '@trace/contract/maps/maps.texts';
import classes from './recentre-button.module.css';

interface RecentreButtonProps {
  /** The name of the followed marker. */
  name: string;
  onPress: () => void;
}

/** Leads back to the followed marker after the person has moved the map. */
export function RecentreButton({ name, onPress }: RecentreButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconCurrentLocation size={17} stroke={1.8} />}
      aria-label={mapTexts.recentreOn(name)}
      onClick={onPress}
      className={classes.button ?? ''}
    >
      {mapTexts.recentre}
    </Button>
  );
}
