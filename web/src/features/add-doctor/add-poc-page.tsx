import { useRef, useState } from 'react';
import { useWizardKeyList } from '../../shared/actions/actions.ts';
import { useAskBeforeLeaving } from '../../shared/actions/leaving.ts';
import { CallError, isSessionOver } from '../../shared/api/call-error.ts';
import { newIntentKey } from '../../shared/api/client.ts';
import { useCommand } from '../../shared/api/hooks.ts';
import { useDepartments } from '../../shared/appointments/doctors/doctors.ts';
import { useKeptDraft } from '../../shared/session/kept-draft.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { alert } from '../../ui/dialogs/confirm.ts';
import { SummaryList } from '../../ui/layout/summary-list.tsx';
import { phoneText, rupeeAmount } from '../../ui/locale/words.ts';
import { WizardFrame } from '../../ui/wizard/wizard-frame.tsx';
import { AddedStep } from './components/added-step.tsx';
import { DetailsStep } from './components/details-step.tsx';
import {
  completeFields,
  type DoctorErrors,
  type DoctorFields,
  emptyFields,
  errorsOf,
  payloadOf,
  refusedFields,
} from './rules.ts';
import { labels, addDoctorText as text } from './text.ts';

const summaryOf = (fields: DoctorFields, department: string) => [
  { term: labels.departmentId, value: department },
  { term: fields.kind === 'unit' ? labels.unitName : labels.name, value: fields.name },
  { term: labels.contact, value: fields.contact === '' ? text.notProvided : phoneText(fields.contact) },
  ...(fields.kind === 'unit' ? [] : [{ term: labels.email, value: fields.email }]),
  { term: labels.link, value: fields.link || text.notProvided },
  { term: text.feesSummary, value: fields.fees === '' ? text.notProvided : rupeeAmount(fields.fees) },
  { term: labels.externalId, value: fields.externalId || text.notProvided },
];

/** "Add doctor wizard: step 1 to 2 only if validation passes; 2 back to 1; 2 to 3 on successful save" (section 4). */
function useAddDoctor() {
  const { accountId, clientId } = useIdentity();
  const [fields, setFields] = useKeptDraft(`add-doctor ${accountId}`, emptyFields);
  const [step, setStep] = useState(1);
  const [errors, setErrors] = useState<DoctorErrors>({});
  const [refusals, setRefusals] = useState(0);
  const [pocId, setPocId] = useState('');
  const departments = useDepartments();
  const department =
    departments.data?.find((department) => department.departmentId === fields.departmentId)?.Value_name ?? '';
  const adding = useCommand('addDoctor');
  // If adding got no response, pressing again must not add the doctor twice.
  const lastRequest = useRef({ body: '', key: '' });

  const refuse = (found: DoctorErrors) => {
    setStep(1);
    setErrors(found);
    setRefusals((count) => count + 1);
  };
  const goToNext = () => {
    const whole = completeFields(fields);
    setFields(whole);
    const found = errorsOf(whole);
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    setStep(2);
  };
  const save = async () => {
    const request = payloadOf(fields, clientId, department);
    const body = JSON.stringify(request);
    if (lastRequest.current.body !== body) lastRequest.current = { body, key: newIntentKey() };
    try {
      const reply = await adding.mutateAsync({ request, key: lastRequest.current.key });
      setPocId(reply.pocId);
      setStep(3);
    } catch (error) {
      if (isSessionOver(error)) return;
      const found = error instanceof CallError ? refusedFields(error.code, error.message, error.details.fields) : {};
      if (Object.keys(found).length > 0) refuse(found);
      else await alert(text.failed);
    }
  };
  const change = (next: Partial<DoctorFields>) => {
    setFields({ ...fields, ...next });
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in next))));
  };
  const startOver = () => {
    setFields({ ...emptyFields, kind: fields.kind });
    setErrors({});
    setRefusals(0);
    setStep(1);
  };
  const hasInput = step < 3 && Object.entries(fields).some(([name, value]) => name !== 'kind' && value !== '');
  const goBack = () => setStep(1);
  return {
    fields,
    step,
    errors,
    refusals,
    pocId,
    department,
    busy: adding.isPending,
    hasInput,
    goToNext,
    goBack,
    save,
    change,
    startOver,
  };
}

/** Add POC (/add-poc), sections 2, 4, 5 and 8. */
export default function AddPocPage() {
  const wizard = useAddDoctor();
  const { fields, step } = wizard;
  const isUnit = fields.kind === 'unit';
  const questions = [isUnit ? text.askUnit : text.ask, text.check, isUnit ? text.unitAdded : text.added];
  useWizardKeyList({ canContinue: step < 3, canGoBack: step === 2 });
  useAskBeforeLeaving(wizard.hasInput);
  return (
    <WizardFrame
      title={text.title}
      steps={text.steps}
      step={step}
      question={questions[step - 1] ?? ''}
      onBack={step === 2 ? wizard.goBack : undefined}
      backLabel={text.previous}
      onContinue={step === 1 ? wizard.goToNext : step === 2 ? () => void wizard.save() : undefined}
      {...(step === 2 ? { continueLabel: text.confirm } : {})}
      busy={wizard.busy}
    >
      {step === 1 ? (
        <DetailsStep fields={fields} errors={wizard.errors} refusals={wizard.refusals} onChange={wizard.change} />
      ) : step === 2 ? (
        <SummaryList label={text[fields.kind]} items={summaryOf(fields, wizard.department)} />
      ) : (
        <AddedStep fields={fields} pocId={wizard.pocId} onAnother={wizard.startOver} />
      )}
    </WizardFrame>
  );
}
