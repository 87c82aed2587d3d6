import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { useCall } from '../../api/hooks.ts';
import { appointmentText as text } from '../text.ts';

/** The class of patients that the fee depends on; nothing is shown for a doctor whose rules name none. */
export function PatientClassField(props: { pocId: string; value: string; onChange(patientClass: string): void }) {
  const { pocId, value, onChange } = props;
  const { data } = useCall('getFeeRules', { pocId }, { enabled: pocId !== '' });
  const classes = data?.patientClasses ?? [];
  if (classes.length === 0 && value === '') return null;
  // A class that the rules no longer name stays visible, so that it can be taken back.
  const names = value === '' || classes.includes(value) ? classes : [...classes, value];
  return (
    <NativeSelectField
      label={text.patientClass}
      value={value}
      onChange={onChange}
      placeholder={text.noClass}
      choices={names.map((name) => ({ value: name, label: name }))}
    />
  );
}
