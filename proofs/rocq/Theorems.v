(** The theorems that hold of every design that guarantees what [sound_design] asks for. *)
From Lists Require Export Revival.
From Lists Require Statements Further.

Section Theorems.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g}.
Implicit Types (s : state E) (ks : list key).

(** What holds of a new list, and is kept by every move, holds always. *)
Theorem always_kept (P : state E -> list key -> Prop) (Q : parameters -> state E -> list key -> Prop) :
  (forall o, lawful o = true -> sane g (initial d o) -> P (initial d o) []) ->
  (forall o s before ks s', sane g s -> P s before -> move d o s ks s' -> P s' (before ++ ks)) ->
  (forall s ks, sane g s -> P s ks -> Q (options s) s ks) -> always d Q.
Proof.
  intros I M H o program L. destruct (initial_sane o L) as [S _].
  destruct (run_ind (fun s ks => options s = o /\ P s ks) program) with (s := initial d o) (before := @nil key) as (S1
    & O & X); auto.
  - intros op s before ks s' _ S1 (O & X) N. split; [destruct (move_next S1 N); congruence | eauto].
  - destruct (run d (initial d o) program) as [s answers]. cbn [fst snd app] in *. subst o. now apply H.
Qed.

Corollary always_known (Q : parameters -> state E -> list key -> Prop) :
  (forall s ks, sane g s -> fitting s -> stamped s ks -> Q (options s) s ks) -> always d Q.
Proof.
  intros H. apply (always_kept (fun s ks => fitting s /\ stamped s ks)).
  - auto using initial_fitting, initial_stamped.
  - intros o s before ks s' S [F T] M. split; [exact (move_fitting S F M) | exact (move_stamped S T M)].
  - intros s ks S [F T]. auto.
Qed.

(** It does resolve if and only if the latest insertion at its index was whole periods later, and is still live. *)
Theorem retired_key_revives : Further.retired_key_revives_exactly_after_whole_periods d.
Proof.
  apply always_known. intros s ks S _ T n k program G R. pose proof (options_lawful S) as L.
  pose proof (run_stamped program S T) as W. destruct (run d s program) as [later answers].
  destruct W as ([_ T2 T3] & O & W). set (all := ks ++ issued answers) in *.
  assert (given all n k) as GA by now apply given_before. split.
  - intros F. destruct (T3 k F) as (m & A & Last), (W k R F) as (m' & A' & B'). apply given_length in G.
    assert (n < m)%nat as H. { destruct (Nat.lt_ge_cases m m'); [|lia]. now destruct (Last m' k). }
    destruct (found later k) as [e|] eqn:Fe; [|easy]. exists m, k, e, (snd k). split; [now apply found_spec|].
    split; [easy|]. split; auto. apply same_id_exactly_whole_periods_apart; auto; [lia|]. rewrite <- O, <- (T2 m k A).
    symmetry. now apply T2.
  - intros (m & j & e & id & C & A & Q & V). assert (found later (fst k, id) = Some e) as F by now apply found_spec.
    destruct (T3 (fst k, id)) as (m' & A'); [congruence|]. destruct A' as [A' Last'], A as [A Last].
    assert (m' = m) as ->.
    { destruct (Nat.lt_total m' m) as [X | [X | X]]; auto; [destruct (Last' m j) | destruct (Last m' (fst k, id))];
        auto. } assert (id = snd k) as ->.
    { pose proof (T2 _ _ A') as X. pose proof (T2 _ _ GA) as Y. cbn in X. rewrite X, Y, O. symmetry.
      apply same_id_exactly_whole_periods_apart; auto. destruct V as (p & t & P & H & ->).
      pose proof (period_positive L P). nia. }
    destruct k as [i a]. cbn in *. congruence.
Qed.

(** * The last partition: where truncation may not go on, it has a live element, or was never opened (R4) *)

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

Lemma always_settled (Q : parameters -> state E -> list key -> Prop) :
  (forall s ks, sane g s -> settled s -> Q (options s) s ks) -> always d Q.
Proof.
  intros H. apply (always_kept (fun s _ => settled s)); auto.
  - intros o _ S. apply untouched_settled; [exact S | apply initial_sane, S].
  - intros o s before ks s' S P M. exact (move_settled S P M).
Qed.

End Theorems.

(** A list whose design is sound; it has every theorem below. *)
Module Type SOUND.
  Parameter Inline list : forall E, design E.
  Parameter Inline places : geometry.
  Parameter Inline sound : forall E, sound_design (list E) places.
End SOUND.

Module Main (List : SOUND).
Section Shared.
Context {E : Type}.
Notation d := (List.list E).
Notation g := List.places.
#[local] Existing Instance List.sound.

Theorem allocated_memory_is_the_space_doubled : Statements.allocated_memory_is_the_space_doubled d.
Proof. apply always_known. intros s ks S _ _. apply S. Qed.

Theorem opened_cells_form_a_prefix : Statements.opened_cells_form_a_prefix d.
Proof.
  apply always_known. intros s ks S _ _. split; [intros i; exact (sane_touched i S)|]. split.
  - intros p L%(sane_partition _ S). tally.
  - intros m n p q L M N. exact (proj2 (tiled_pair (tiles S) M N L)).
Qed.

Theorem counts_agree : Statements.counts_agree d.
Proof.
  apply always_known. intros s ks S _ _ p L%(sane_partition _ S). pose proof (bounded L) as W. rewrite length_listed.
  replace (Z.to_nat (size p)) with (Z.to_nat (opened p) + Z.to_nat (size p - opened p))%nat by lia.
  rewrite positions_app, filter_app, app_length, Nat2Z.inj_add, (sound_live L). rewrite none_live; [cbn; lia|].
  intros i I H%inhabited_opened. apply in_positions in I. apply (touched L) in H; lia.
Qed.

Theorem free_lists_stay_in_their_partition : Statements.free_lists_stay_in_their_partition d.
Proof.
  apply always_known. intros s ks S _ _ p i L%(sane_partition _ S) I. apply (exact L) in I. unfold stop. tally.
Qed.

(** Each entry once, all of them vacant; more fuel finds no more of them, so the list ends. *)
Theorem free_lists_are_acyclic : Statements.free_lists_are_acyclic d.
Proof.
  apply always_known. intros s ks S _ _ p L%(sane_partition _ S). split; [apply L|].
  split; [intros i I; now apply (exact L) in I|]. intros more. apply walk_chain; [apply L | lia].
Qed.

Theorem free_lists_are_complete : Statements.free_lists_are_complete d.
Proof.
  apply always_known. intros s ks S _ _ i next V.
  destruct (released_splits (tiles S) (sane_inside _ S V)) as (front & p & back & P & _ & _ & R).
  assert (In p (partitions s)) as I by (rewrite P; apply in_elt). exists p. split; auto.
  pose proof (sane_partition p S I) as L. apply (exact L). split; [|now exists next]. split; [lia|].
  apply (touched L); [lia | congruence].
Qed.

Theorem free_lists_are_disjoint : Statements.free_lists_are_disjoint d.
Proof.
  intros o program L. pose proof (free_lists_stay_in_their_partition o program L) as W.
  pose proof (always_known (fun _ s _ => sane g s) (fun s _ S _ _ => S) o program L) as S.
  destruct (run d (initial d o) program) as [s answers]. intros m n p q i M N X I J.
  apply W in I, J; eauto using nth_error_In.
  destruct (Nat.lt_gt_cases m n) as [[H|H] _]; auto;
    [pose proof (tiled_pair (tiles S) M N H) | pose proof (tiled_pair (tiles S) N M H)]; lia.
Qed.

Theorem live_ids_are_distinct : Statements.live_ids_are_distinct d.
Proof.
  apply always_known. intros s ks S _ [T1 T2 T3] k j F G N Q. destruct (T3 k F) as (n & A), (T3 j G) as (m & C).
  exists n, m. split; [exact A|]. split; [exact C|]. destruct A as [A _], C as [C _].
  pose proof (options_lawful S) as L. pose proof (T2 n k A) as X. pose proof (T2 m j C) as Y. rewrite Q, Y in X.
  destruct (Nat.lt_total n m) as [H|[->|H]]; [left | unfold given in *; congruence | right];
    apply same_id_exactly_whole_periods_apart; auto; lia.
Qed.

(** A key resolves as soon as it is issued, and until an operation retires it. *)
Theorem live_key_resolves : Statements.live_key_resolves d.
Proof.
  apply always_known. intros s ks S F T o k. pose proof (step_refines o S (fitting_packs S F T)) as X.
  destruct (step d s o) as [after a], X as [A X]. rewrite X. clear -A. intros [I | [H R]].
  - destruct o; cbn [allowed] in A; unfold shows in A; try (destruct (found s _));
      repeat match goal with | X : _ \/ _ |- _ => destruct X | X : _ /\ _ |- _ => destruct X | X : exists _, _ |- _ =>
      destruct X end; subst a; try easy; cbn [keys_of effect In] in *.
    + destruct I as [-> | []]. unfold with_entry. now rewrite same_refl.
    + apply with_entries_issued; auto.
    + destruct x; easy.
  - destruct o; cbn [effect retires] in *; try exact H; try (now destruct R); try (destruct a;
      auto using with_entries_some); unfold with_entry, Contract.among, has in *;
      repeat match goal with | |- context [same ?i ?j] => destruct (same_spec i j);
      subst | |- context [Container.found s ?j] => destruct (Container.found s j) eqn:? | |- context [if ?b ?e then _
      else _] => destruct (b e) eqn:? end; cbn [andb]; try easy; try tauto; try congruence; destruct R; eauto.
Qed.

Theorem retired_key_never_resolves : Statements.retired_key_never_resolves d.
Proof.
  intros o program L. pose proof (retired_key_revives o program L) as R.
  destruct (run d (initial d o) program) as [s answers]. intros n k more G F. specialize (R n k more G F).
  destruct (run d s more) as [later answers']. intros Q. destruct (found later k) as [e|]; auto. exfalso.
  destruct (proj1 R) as (m & j & x & id & _ & [A _] & _ & p & t & P & W & M); [easy|]. specialize (Q p P).
  apply given_length in A. pose proof (period_positive L P). nia.
Qed.

End Shared.
End Main.

Module More (List : SOUND).
Section Shared.
Context {E : Type}.
Notation d := (List.list E).
#[local] Existing Instance List.sound.

Theorem every_step_refines_the_contract : Further.every_step_refines_the_contract d.
Proof. apply always_known. intros s ks S F T o. exact (step_refines o S (fitting_packs S F T)). Qed.

Theorem length_and_iteration_are_exact : Further.length_and_iteration_are_exact d.
Proof.
  apply always_known. intros s ks S _ _. split; [exact (items_list S)|].
  split; [apply items_ascend | exact (live_cells_are_counted S)].
Qed.

Theorem insertion_is_refused_exactly_without_room : Further.insertion_is_refused_exactly_without_room d.
Proof.
  apply always_known. intros s ks S [F M] _ e.
  assert (has_room s 1 = false <-> count_of (index_bits (options s)) = Some (live_of s) \/ maximum (options s) = Some
    (live_of s)) as R.
  { unfold has_room, indexable, within, holds. pose proof (sane_counts S). rewrite andb_false_iff.
    destruct (count_of (index_bits (options s))) as [most|]; [specialize (F most eq_refl)|];
      (destruct (maximum (options s)) as [m|]; [specialize (M m eq_refl)|]); rewrite ?Z.ltb_ge, ?Z.leb_gt; (split;
      [intros [X|X]; try discriminate | intros [[= X]|[= X]]]); solve [left; f_equal; lia | right; f_equal;
      lia | left; lia | right; lia]. }
  cbn [step]. destruct (has_room s 1); [destruct (insert d s e)|tauto]. split; [|discriminate].
  split; [discriminate | intros X%R; discriminate].
Qed.

(** The n-th insertion gets the id n, reduced to its width (R8). *)
Theorem ids_count_insertions : Further.ids_count_insertions d.
Proof. apply always_known. intros s ks _ _ T. exact (stamps T). Qed.

(** Every partition below the position is full (R2). *)
Theorem insertion_takes_the_lowest_partition_with_room : Further.insertion_takes_the_lowest_partition_with_room d.
Proof.
  apply always_known. intros s ks S _ _ e k p. cbn [step]. destruct (has_room s 1); [|discriminate].
  destruct (insert_cases e S) as (s1 & i & ps & W & S1 & C & _ & _ & K & ->). intros [= <-] I L. cbn [fst] in L.
  destruct W as [-> | [_ F]]; [|exact (tiled_all_full (tiles S) F I)]. pose proof (sane_partition p S I) as X.
  destruct (taken_splits _ _ K) as (front & q & back & P & F & _ & N & -> & _). rewrite P in I.
  apply in_app_or in I as [I|I]; auto. exfalso. pose proof (tiles S) as T. rewrite P in T.
  apply tiled_split in T as (_ & [G Y] & T & _). destruct (sound_filled e 0 Y N) as (_ & R & _). unfold stop in L.
  destruct I as [<- | [n I]%In_nth_error]; [lia|]. destruct (tiled_nth _ T I) as (_ & B & _). tally.
Qed.

Theorem retired_key_revives_exactly_after_whole_periods : Further.retired_key_revives_exactly_after_whole_periods d.
Proof. exact retired_key_revives. Qed.

(** No guarantee could last longer than one period. *)
Theorem retired_key_may_resolve_after_one_period : Further.retired_key_may_resolve_after_one_period d.
Proof. exact Revival.retired_key_may_resolve_after_one_period. Qed.

Theorem lengths_fit_one_bit_more : Further.lengths_fit_one_bit_more d.
Proof. apply always_known. intros s ks _ [F _] _. exact F. Qed.

Theorem growth_moves_at_most_two_cells_per_insertion : Further.growth_moves_at_most_two_cells_per_insertion d.
Proof.
  intros o program L M N. cbv zeta. destruct (initial_sane (d := d) o L) as [S O]. pose proof (sane_counts S).
  pose proof (Lengths.growth_moves_at_most_two_cells_per_insertion program (cells := 0) (insertions := 0) (first :=
    (allocated (initial d o))) S M N) as W. unfold within_growth in W.
  destruct (run d (initial d o) program) as [s answers]. cbn [fst snd] in W. lia.
Qed.

End Shared.
End More.
