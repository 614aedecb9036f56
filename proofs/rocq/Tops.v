(** The last partition: where truncation is not allowed to go on, it has a live element, or was never opened (R4). *)
From Lists Require Export Theorems.

Section Tops.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g}.
Implicit Types (s : state E) (c : cells E) (ps : list partition).

(** [stuck] says that a space may not become shorter. *)
Context (stuck : parameters -> list (Z * Z) -> Prop).

Definition settled s : Prop :=
  0 < live (top s) \/ opened (top s) = 0 \/ truncate (options s) = Never \/ stuck (options s) (map place (partitions
    s)).

Record settling_design : Prop := {
  grown_top : forall s, opened (top (grown d s)) = 0;
  truncated_settled : forall s, sane g s -> settled (truncated d s);
  shrunk_settled : forall s, sane g s -> settled (shrunk d s);
}.
Context (T : settling_design).

Lemma untouched_settled s : sane g s -> opened_of s = 0 -> settled s.
Proof.
  intros S O. right. left. destruct (sane_top S) as (front & P & X & A & _). unfold opened_of in O.
  rewrite P, sum_app in O. cbn [sum] in O. tally.
Qed.

Lemma last_inner ps p q qs : last (ps ++ p :: q :: qs) (empty 0 0) = last (q :: qs) (empty 0 0).
Proof. induction ps as [|x [|y ps] IH]; auto. Qed.

Lemma move_settled o s ks s' : sane g s -> settled s -> move d o s ks s' -> settled s'.
Proof.
  intros S P M. destruct M; auto.
  - destruct (insert_cases e S) as (s1 & i & ps & W & S1 & C & _ & _ & K & ->). fields.
    assert (options s = options s1 /\ settled s1) as [-> P1].
    { destruct W as [-> | [-> _]]; auto. split; [now rewrite (grown_fields D s) | right; left; apply (grown_top T)]. }
    destruct (taken_splits _ _ K) as (front & p & back & Q & _ & _ & _ & _ & R & Pl). unfold settled, top in *.
    fields. rewrite Pl. rewrite Q, R in *. destruct back as [|q back].
    + left. destruct (sane_top S1) as (_ & _ & X & _). unfold top in *. rewrite Q, last_last in *. unfold filled.
      destruct (head p); cbn; tally.
    + rewrite last_inner in *. tauto.
  - destruct (vacated_sane i S H) as (S1 & _). destruct (vacated_top i S H) as [Y _].
    destruct (vacate_cases i S H) as [_ [[-> N] | [-> _]]]; [|exact (truncated_settled T S1)].
    destruct (sane_top S1) as (_ & _ & X & _). pose proof (sound_counts X). unfold settled. rewrite Y in *.
    destruct (Z.leb_spec (start (top s)) i) as [I|I]; [left; specialize (N I); lia|].
    destruct (tiled_released (i := i) (tiles S)) as (_ & R & _); [exact (sane_inside _ S H) | now exists e, id|].
    cbn [vacated options partitions]. rewrite R. tauto.
  - destruct (clear_sane S) as (S' & O & _). now apply untouched_settled.
  - exact (shrunk_settled T S).
Qed.

End Tops.
