(** The theorems that hold of every design that guarantees what [sound_design] and its companions ask for. *)
From Lists Require Export Growth Revival.
From Lists Require Statements Further.

Section Theorems.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g} {B : bounded_design d g}.
Implicit Types (s : state E) (ks : list key).

(** What holds of a new list, and is kept by every move, holds always. *)
Theorem always_kept (P : state E -> list key -> Prop) (Q : parameters -> state E -> list key -> Prop) :
  (forall o, lawful o = true -> P (initial d o) []) ->
  (forall o s before ks s', sane g s -> P s before -> move d o s ks s' -> P s' (before ++ ks)) ->
  (forall s ks, sane g s -> P s ks -> Q (options s) s ks) -> always d Q.
Proof.
  intros I M H o program L.
  destruct (run_ind (fun s ks => options s = o /\ P s ks) program) with (s := initial d o) (before := @nil key) as (S
    & O & X); auto using initial_sane.
  - intros op s before ks s' _ S (O & X) N. split; [destruct (move_next S N); congruence | eauto].
  - destruct (run d (initial d o) program) as [s answers]. cbn [fst snd app] in *. subst o. now apply H.
Qed.

Corollary always_known (Q : parameters -> state E -> list key -> Prop) :
  (forall s ks, sane g s -> fitting s -> stamped s ks -> within_maximum s -> Q (options s) s ks) -> always d Q.
Proof.
  intros H. apply (always_kept (fun s ks => fitting s /\ stamped s ks /\ within_maximum s)).
  - intros o L. split; [now apply initial_fitting|].
    split; [now apply initial_stamped | now apply initial_within_maximum].
  - intros o s before ks s' S (F & T & W) M. split; [exact (move_fitting S F M)|].
    split; [exact (move_stamped S T M) | exact (move_within_maximum S W M)].
  - intros s ks S (F & T & W). auto.
Qed.

(** * Partitions and free lists *)

Theorem allocated_memory_is_the_space_doubled : Statements.allocated_memory_is_the_space_doubled d.
Proof. apply always_known. intros s ks S _ _ _. apply S. Qed.

Theorem opened_cells_form_a_prefix : Statements.opened_cells_form_a_prefix d.
Proof.
  apply always_known. intros s ks S _ _ _. split; [intros i; exact (sane_touched i S)|]. split.
  - intros p P. destruct (sane_partition _ S P) as [l L]. pose proof (sound_counts L). lia.
  - intros m n p q. exact (tiled_prefix (tiles S)).
Qed.

Theorem counts_agree : Statements.counts_agree d.
Proof.
  apply always_known. intros s ks S _ _ _ p P. destruct (sane_partition _ S P) as [l L]. pose proof (bounded L) as W.
  fold (among s (positions (Z.to_nat (size p)) (start p))). rewrite length_among.
  replace (Z.to_nat (size p)) with (Z.to_nat (opened p) + Z.to_nat (size p - opened p))%nat by lia.
  rewrite positions_app, filter_app, app_length, Nat2Z.inj_add, (sound_live L). rewrite none_live; [cbn; lia|].
  intros i I H%inhabited_opened. apply in_positions in I. apply (touched L) in H; lia.
Qed.

Theorem free_lists_stay_in_their_partition : Statements.free_lists_stay_in_their_partition d.
Proof.
  apply always_known. intros s ks S _ _ _ p i P I. destruct (sane_partition _ S P) as [l L].
  unfold Statements.free in I. rewrite (sound_list L) in I. apply (exact L) in I. pose proof (bounded L). unfold stop.
  lia.
Qed.

(** Each entry once, all of them vacant; more fuel finds no more of them, so the list ends. *)
Theorem free_lists_are_acyclic : Statements.free_lists_are_acyclic d.
Proof.
  apply always_known. intros s ks S _ _ _ p P. destruct (sane_partition _ S P) as [l L]. unfold Statements.free.
  rewrite (sound_list L). split; [apply L|]. split.
  - intros i I. now apply (exact L) in I.
  - intros more. apply walk_chain; [apply L | lia].
Qed.

Theorem free_lists_are_complete : Statements.free_lists_are_complete d.
Proof.
  apply always_known. intros s ks S _ _ _ i next V. assert (0 <= i < 0 + space_of s) as R.
  { split; [|apply S; congruence]. destruct (Z_lt_le_dec i 0); auto. rewrite get_negative in V; easy. }
  unfold Statements.free. destruct S as [T _ _ _ _]. unfold space_of in R. revert R.
  induction T as [|a p l ps S P T IH]; cbn [sum]; intros R; [lia|]. destruct (Z_lt_le_dec i (a + size p)).
  - exists p. split; [now left|]. rewrite (sound_list S). apply (exact S). split; [|now exists next]. split; [lia|].
    apply (touched S); [lia | congruence].
  - destruct IH as (q & Q & I); [lia|]. exists q. split; auto. now right.
Qed.

Theorem free_lists_are_disjoint : Statements.free_lists_are_disjoint d.
Proof.
  intros o program L. pose proof (free_lists_stay_in_their_partition o program L) as W.
  pose proof (always_known (fun _ s _ => sane g s) (fun s _ S _ _ _ => S) o program L) as S.
  destruct (run d (initial d o) program) as [s answers]. intros m n p q i M N X I J.
  apply W in I, J; eauto using nth_error_In. destruct (Nat.lt_gt_cases m n) as [[H|H] _]; auto.
  - pose proof (tiled_order (tiles S) M N H). lia.
  - pose proof (tiled_order (tiles S) N M H). lia.
Qed.

Lemma taken_lowest (c : cells E) a ps i ps' p (e : E) : tiled c a ps -> taken c ps = Some (i, ps') -> In p ps ->
  stop p <= i -> live p = size p.
Proof.
  intros T. revert i ps'. induction T as [|a r l ps S P T IH]; intros i ps'; cbn [taken]; [discriminate|].
  destruct (full r) eqn:F.
  - apply full_spec in F. destruct (taken c ps) as [[j rest]|]; [|discriminate]. intros [= -> _] [<- | I] L; eauto.
  - intros [= <- _] I L. exfalso. assert (live r <> size r) by (rewrite <- full_spec; congruence).
    pose proof (sound_counts S). destruct (sound_filled e 0 S) as (_ & R & _); [lia|]. destruct (begins S) as [G _].
    unfold stop in L. destruct I as [<- | I]; [lia|]. apply In_nth_error in I as [n N].
    destruct (tiled_nth _ T N) as (l' & S' & B' & _). pose proof (sound_counts S'). lia.
Qed.

Theorem insertion_takes_the_lowest_partition_with_room : Further.insertion_takes_the_lowest_partition_with_room d.
Proof.
  apply always_known. intros s ks S _ _ _ e k p. cbn [step]. destruct (has_room s 1); [|discriminate].
  destruct (insert_cases e S) as (s1 & i & ps & W & S1 & _ & _ & C & _ & T & ->). intros [= <-] I L.
  destruct W as [-> | [_ F]]; [exact (taken_lowest _ e (tiles S) T I L)|]. exact (tiled_all_full _ (tiles S) F I).
Qed.

(** * The contract *)

Theorem every_step_refines_the_contract : Further.every_step_refines_the_contract d.
Proof.
  apply always_known. intros s ks S F T _ o. pose proof (step_refines o S (fitting_packs S F T)) as H.
  now destruct (step d s o).
Qed.

Theorem length_and_iteration_are_exact : Further.length_and_iteration_are_exact d.
Proof.
  apply always_known. intros s ks S _ _ _. split; [exact (items_list S)|].
  split; [apply items_ascend | exact (live_cells_are_counted S)].
Qed.

Theorem insertion_is_refused_exactly_without_room : Further.insertion_is_refused_exactly_without_room d.
Proof.
  apply always_known. intros s ks S F _ M e.
  assert (has_room s 1 = false <-> count_of (index_bits (options s)) = Some (live_of s) \/ maximum (options s) = Some
    (live_of s)) as R.
  { unfold has_room, indexable, within, holds. pose proof (sane_counts S). unfold fitting, within_maximum in *.
    rewrite andb_false_iff. destruct (count_of (index_bits (options s))) as [most|]; [specialize (F most eq_refl)|];
      (destruct (maximum (options s)) as [m|]; [specialize (M m eq_refl)|]); rewrite ?Z.ltb_ge, ?Z.leb_gt;
      (split; [intros [X|X]; try discriminate | intros [[= X]|[= X]]]);
      solve [left; f_equal; lia | right; f_equal; lia | left; lia | right; lia]. }
  cbn [step]. destruct (has_room s 1).
  - destruct (insert d s e). split; [|discriminate]. split; [discriminate|]. intros X. apply R in X. discriminate.
  - tauto.
Qed.

Theorem lengths_fit_one_bit_more : Further.lengths_fit_one_bit_more d.
Proof. apply always_known. intros s ks _ F _ _. exact F. Qed.

(** * Keys *)

Theorem ids_count_insertions : Further.ids_count_insertions d.
Proof. apply always_known. intros s ks _ _ T _. exact (stamps T). Qed.

Theorem live_ids_are_distinct : Statements.live_ids_are_distinct d.
Proof.
  apply always_known. intros s ks S _ [T1 T2 T3] _ k j F G N Q. destruct (T3 k F) as (n & A), (T3 j G) as (m & C).
  exists n, m. split; [exact A|]. split; [exact C|]. destruct A as [A _], C as [C _].
  pose proof (options_lawful S) as L. pose proof (T2 n k A) as X. pose proof (T2 m j C) as Y. rewrite Q, Y in X.
  destruct (Nat.lt_total n m) as [H|[->|H]].
  - left. apply same_id_exactly_whole_periods_apart; auto. lia.
  - unfold given in *. congruence.
  - right. apply same_id_exactly_whole_periods_apart; auto. lia.
Qed.

(** A key resolves as soon as it is issued, and until an operation retires it. *)
Theorem live_key_resolves : Statements.live_key_resolves d.
Proof.
  apply always_known. intros s ks S F T _ o k. destruct (step_refines o S (fitting_packs S F T)) as [A X]. clear T.
  destruct (step d s o) as [after a]. cbn [fst snd] in *. rewrite X. clear F X after. intros [I | [H R]].
  - destruct o; cbn [allowed] in A; unfold shows in A; try (destruct (found s _));
      repeat match goal with
      | X : _ \/ _ |- _ => destruct X
      | X : _ /\ _ |- _ => destruct X
      | X : exists _, _ |- _ => destruct X
      end; subst a; try easy; cbn [keys_of effect In] in *.
    + destruct I as [-> | []]. unfold with_entry. now rewrite same_refl.
    + apply with_entries_issued; auto.
    + destruct x; easy.
  - destruct o; cbn [effect retires] in *; unfold with_entry, Contract.among, has; try exact H; try (now destruct R).
    + destruct a; auto. unfold with_entry. now destruct (same k k0).
    + destruct a; auto. now apply with_entries_some.
    + destruct (same_spec k k0) as [<- |]; auto.
    + destruct (same_spec k other) as [<- |]; [destruct R; auto|]. destruct (same_spec k k0) as [<- |]; auto.
    + destruct (found s k0); auto. now destruct (same k k0).
    + destruct (same_spec k k0) as [<- |]; auto. now destruct (found s k).
    + now destruct (found s k).
    + destruct (found s k0) eqn:G, (found s sought) eqn:G'; auto. cbn. destruct (same k sought); [easy|].
      now destruct (same k k0).
    + destruct (found s k) as [e|] eqn:G; auto. destruct (keep e) eqn:K; [easy|]. destruct R. eauto.
Qed.

Theorem retired_key_never_resolves : Statements.retired_key_never_resolves d.
Proof.
  apply always_known. intros s ks S _ T _ n k program G R.
  pose proof (fun e => retired_key_waits_whole_periods program (e := e) S T G R) as H.
  destruct (run d s program) as [later answers]. cbn [fst snd] in H. intros Q. destruct (found later k) as [e|]; auto.
  exfalso. destruct (H e eq_refl) as (m & A & _ & p & t & P & W & M). specialize (Q p P). apply given_length in A.
  pose proof (period_positive (options_lawful S) P). nia.
Qed.

(** It does resolve if and only if the latest insertion at its index was whole periods later, and is still live. *)
Theorem retired_key_revives_exactly_after_whole_periods : Further.retired_key_revives_exactly_after_whole_periods d.
Proof.
  apply always_known. intros s ks S _ T _ n k program G R. pose proof (options_lawful S) as L.
  pose proof (fun e => retired_key_waits_whole_periods program (e := e) S T G R) as W.
  destruct (run_ind (fun s' ks' => stamped s' ks' /\ options s' = options s) program) with (s := s) (before := ks) as
    (_ & [_ T2 T3] & O); auto.
  { intros o s1 before ks' s' _ S1 [T1 O1] M. split; [eapply move_stamped; eauto|].
    destruct (move_next S1 M); congruence. }
  destruct (run d s program) as [later answers]. cbn [fst snd] in *. set (all := ks ++ issued answers) in *.
  assert (given all n k) as GA by now apply given_before. split.
  - intros F. destruct (T3 k F) as (m & A & Last). destruct (found later k) as [e|] eqn:Fe; [|easy].
    exists m, k, e, (snd k). split; [now apply found_spec|]. split; [now split|]. split; auto.
    destruct (W e eq_refl) as (m' & A' & B' & _). apply given_length in G. assert (n < m)%nat as H.
    { destruct (Nat.lt_ge_cases m m'); [|lia]. exfalso. eapply Last; eauto. }
    apply same_id_exactly_whole_periods_apart; auto; [lia|]. rewrite <- O, <- (T2 m k A). symmetry. now apply T2.
  - intros (m & j & e & id & C & A & Q & V). assert (found later (fst k, id) = Some e) as F by now apply found_spec.
    destruct (T3 (fst k, id)) as (m' & A'); [congruence|]. assert (m' = m) as -> by (eapply latest_unique; eauto).
    destruct A' as [A' _]. assert (id = snd k) as ->.
    { pose proof (T2 _ _ A') as X. pose proof (T2 _ _ GA) as Y. cbn in X. rewrite X, Y, O. symmetry.
      apply same_id_exactly_whole_periods_apart; auto. destruct V as (p & t & P & H & ->).
      pose proof (period_positive L P). nia. }
    destruct k as [i a]. cbn in *. congruence.
Qed.

Theorem retired_key_may_resolve_after_one_period : Further.retired_key_may_resolve_after_one_period d.
Proof. exact Revival.retired_key_may_resolve_after_one_period. Qed.

(** * Growth *)

Theorem growth_moves_at_most_two_cells_per_insertion :
  Growth.frugal_design d g -> Further.growth_moves_at_most_two_cells_per_insertion d.
Proof.
  intros F o program L M N. cbv zeta. pose proof (initial_sane o L) as S. pose proof (sane_space S).
  pose proof (allocated_space S). pose proof (sane_counts S).
  assert (opened_of (initial d o) = 0) by apply (untouched_opened B).
  pose proof (Growth.growth_moves_at_most_two_cells_per_insertion F program (cells := 0) (insertions := 0) (first :=
    (allocated (initial d o))) S M N) as W. unfold Growth.within_growth in W.
  destruct (run d (initial d o) program) as [s answers]. cbn [fst snd] in W. lia.
Qed.

End Theorems.
