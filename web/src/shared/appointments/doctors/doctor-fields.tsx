import { NativeSelectField, type NativeSelectFieldProps } from '../../../ui/fields/native-select-field.tsx';
import { uiText } from '../../../ui/text.ts';
import { appointmentText as text } from '../text.ts';
import { useDepartments, useDoctors, useDoctorsOf } from './doctors.ts';

type FieldProps = Omit<NativeSelectFieldProps, 'choices' | 'placeholder' | 'disabled'>;

/** Chooses a department. */
export function DepartmentField(props: FieldProps) {
  const { data, isPending } = useDepartments();
  const none = data?.length === 0 ? text.noDepartments : text.chooseDepartment;
  return (
    <NativeSelectField
      {...props}
      placeholder={isPending ? uiText.loading : none}
      choices={(data ?? []).map((department) => ({ value: department.departmentId, label: department.Value_name }))}
    />
  );
}

/** Chooses a doctor of a department. */
export function DoctorField({ departmentId, ...props }: FieldProps & { departmentId: string }) {
  const { data, isPending } = useDoctorsOf(departmentId);
  const none = data?.length === 0 ? text.noDoctors : text.chooseDoctor;
  return (
    <NativeSelectField
      {...props}
      disabled={departmentId === ''}
      placeholder={departmentId === '' ? text.departmentFirst : isPending ? uiText.loading : none}
      choices={(data ?? []).map((doctor) => ({ value: doctor.POC_ID, label: doctor.POC_Name }))}
    />
  );
}

/** Filters by a doctor of the client; '' means all. `failed` is shown if they can't be loaded. */
export function DoctorFilter(
  props: Pick<FieldProps, 'label' | 'value' | 'onChange'> & { placeholder: string; failed?: string },
) {
  const { failed, ...field } = props;
  const doctors = useDoctors();
  return (
    <NativeSelectField
      {...field}
      labelHidden
      error={doctors.isError ? failed : undefined}
      choices={(doctors.data ?? []).map((doctor) => ({ value: doctor.pocId, label: doctor.pocName }))}
    />
  );
}
