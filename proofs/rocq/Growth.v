(** Growth moves at most two cells for each insertion, and as many in all as memory has grown by (R3, R6). *)
From Coq Require Import ZArith List Lia Bool.
From Lists Require Import Parameters Cells Container Contract Chain Partition Tiling Steps Counts Refinement Stamps
  Keys Lengths.
From Lists Require Import Statements.
Import ListNotations.
Local Open Scope Z_scope.

Section Growth.
Context {E : Type} (d : design E) (g : geometry) (D : sound_design d g) (B : bounded_design d g).
Implicit Types (s : state E).

Notation moved_by_growth := (moved_by_growth d).

(** What a design has to guarantee for it. *)
Record frugal_design : Prop := {
  grown_moves : forall s, moved (spent (grown d s)) =
    moved (spent s) + (if allocated s <? 2 * space_of s then opened_of s else 0);
  memory_stays : forall s, sane g s -> truncate (options s) <> Memory -> allocated (truncated d s) = allocated s;
}.
Context (F : frugal_design).

(** So many cells moved for growth, by so many insertions, since so much memory was allocated. *)
Definition within_growth s (cells insertions first : Z) : Prop :=
  0 <= first /\ live_of s <= insertions /\ cells <= allocated s - first /\ cells <= 2 * insertions.

Lemma insert_growth s e cells insertions first : sane g s -> within_growth s cells insertions first ->
  let s' := fst (insert d s e) in
  within_growth s' (cells + moved (spent s') - moved (spent s)) (insertions + 1) first.
Proof.
  intros S (Z0 & L & A & I). cbn zeta. destruct (insert_sane d g D s e S) as [_ L'].
  destruct (insert_cases d g D s e S) as (s1 & i & ps & W & S1 & _ & _ & _ & _ & K & Q).
  unfold within_growth. rewrite L'. rewrite Q. cbn [fst allocated spent].
  destruct W as [-> | [-> X]]; [lia|]. rewrite (grown_moves F). pose proof (sane_counts g s S).
  destruct (grown_space d g B s S X) as (_ & _ & ->).
  destruct (doubling _ _ S) as (n & N & M). pose proof (sane_space d g D s S).
  destruct (Z.ltb_spec (allocated s) (2 * space_of s)); [|lia].
  assert (allocated s = space_of s); [|lia]. destruct (Z.eq_dec n 0) as [-> |]; [lia|].
  assert (2 ^ 1 <= 2 ^ n) by (apply Z.pow_le_mono_r; lia). nia.
Qed.

Lemma insert_all_growth es : forall s cells insertions first, sane g s -> within_growth s cells insertions first ->
  let s' := fst (insert_all d s es) in
  within_growth s' (cells + moved (spent s') - moved (spent s)) (insertions + Z.of_nat (length es)) first.
Proof.
  induction es as [|e es IH]; intros s cells insertions first S W; cbn [insert_all].
  - cbn [fst length]. unfold within_growth in *. lia.
  - pose proof (insert_growth s e _ _ _ S W) as W1. destruct (insert_sane d g D s e S) as [S1 _].
    destruct (insert d s e) as [s1 k]. cbn [fst] in *. specialize (IH s1 _ _ _ S1 W1).
    destruct (insert_all d s1 es) as [s2 ks]. cbn [fst length] in *. unfold within_growth in *. lia.
Qed.

(** * The other operations *)

Definition no_growth s s' : Prop :=
  sane g s' /\ options s' = options s /\ allocated s <= allocated s' /\ live_of s' <= live_of s.

Lemma no_growth_trans s1 s2 s3 : no_growth s1 s2 -> no_growth s2 s3 -> no_growth s1 s3.
Proof. unfold no_growth. intuition (congruence || lia). Qed.

Lemma no_growth_refl s : sane g s -> no_growth s s.
Proof. unfold no_growth. intuition lia. Qed.

Lemma remove_no_growth s k : truncate (options s) <> Memory -> sane g s -> no_growth s (fst (remove d s k)).
Proof.
  intros M S. unfold remove. destruct (found s k) as [e|] eqn:H; [|now apply no_growth_refl]. apply found_spec in H.
  destruct (vacated_sane d g D s _ _ _ S H) as (S1 & L & _).
  destruct (vacate_sane d g D s _ _ _ S H) as (S2 & K & W). cbn [fst].
  split; [exact S2|]. destruct K as (O & K). split; [exact O|].
  rewrite (keeps_live g (vacated s (fst k))) by (auto; now split). split; [|lia].
  destruct W as [-> | [-> _]]; [cbn; lia|]. rewrite (memory_stays F) by auto. cbn. lia.
Qed.

Lemma remove_all_no_growth ks : forall s, truncate (options s) <> Memory -> sane g s -> no_growth s (remove_all d s ks).
Proof.
  induction ks as [|k ks IH]; intros s M S; [now apply no_growth_refl|].
  pose proof (remove_no_growth s k M S) as N. apply (no_growth_trans _ (fst (remove d s k))); auto.
  destruct N as (S1 & O & _). apply IH; [congruence | auto].
Qed.

Lemma replaced_no_growth s k e e' : sane g s -> found s k = Some e -> no_growth s (replaced s k e').
Proof.
  intros S H. apply found_spec in H. split; [|split; [reflexivity | unfold live_of; cbn; lia]].
  apply with_contents_sane; auto. eapply set_same_vacancies; eauto.
Qed.

Lemma iteration_no_growth s : sane g s -> no_growth s (iteration s).
Proof. intros S. split; [destruct S; now constructor|]. split; [reflexivity | unfold live_of; cbn; lia]. Qed.

Lemma clear_no_growth s : truncate (options s) <> Memory -> sane g s -> no_growth s (clear d s).
Proof.
  intros M S. pose proof (clear_sane d g D s S) as S'. split; [exact S'|]. split; [reflexivity|]. split.
  - unfold clear. destruct (truncate (options s)); cbn; try lia. congruence.
  - pose proof (sane_counts g s S). rewrite (clear_live d g D s S). lia.
Qed.

Lemma step_no_growth s o : truncate (options s) <> Memory -> sane g s -> o <> Shrink_to_fit ->
  inserts_elements o = false -> no_growth s (fst (step d s o)) /\ keys_of (snd (step d s o)) = [].
Proof.
  intros M S X Y. destruct o; try discriminate; cbn [step]; try (split; [now apply no_growth_refl | reflexivity]).
  - pose proof (remove_no_growth s k M S). now destruct (remove d s k).
  - pose proof (remove_no_growth s k M S) as N. destruct (remove d s k) as [s1 e]. cbn [fst] in N.
    assert (no_growth s1 (fst (remove d s1 other))) as N1.
    { destruct N as (S1 & O & _). apply remove_no_growth; [congruence | auto]. }
    destruct (remove d s1 other) as [s2 e']. split; [|reflexivity]. eapply no_growth_trans; eauto.
  - unfold repack. split; [now apply no_growth_refl|]. cbn. destruct (index_bits (options s)), (id_bits (options s));
    auto.
  - unfold resolves. destruct (found s k) eqn:H; (split; [|reflexivity]); [eapply replaced_no_growth;
    eauto | now apply no_growth_refl].
  - destruct (found s k) eqn:H; (split; [|reflexivity]); [eapply replaced_no_growth; eauto | now apply no_growth_refl].
  - split; [|reflexivity]. apply (no_growth_trans _ (with_contents s (each_changed f (contents s)))).
    + split; [apply with_contents_sane; auto using changed_same_vacancies|].
      split; [reflexivity | unfold live_of; cbn; lia].
    + apply iteration_no_growth, with_contents_sane; auto using changed_same_vacancies.
  - unfold exchange.
    destruct (found s k) as [e|] eqn:H; [|split; [now apply no_growth_refl | reflexivity]].
    destruct (found s sought) as [e'|] eqn:H'; [|split; [now apply no_growth_refl | reflexivity]].
    destruct (Z.eqb_spec (fst sought) (fst k)) as [|Q]; [split; [now apply no_growth_refl | reflexivity]|].
    split; [|reflexivity]. pose proof (replaced_no_growth s k e e' S H) as N.
    apply (no_growth_trans _ (replaced s k e')); auto. apply (replaced_no_growth _ _ e'); [apply N|].
    apply found_spec. apply found_spec in H'. cbn. now rewrite get_set_other by congruence.
  - split; [now apply iteration_no_growth | reflexivity].
  - split; [now apply iteration_no_growth | reflexivity].
  - split; [now apply iteration_no_growth | now destruct (live_of s =? 0)].
  - split; [now apply clear_no_growth | reflexivity].
  - split; [|reflexivity]. pose proof (iteration_no_growth s S) as N.
    apply (no_growth_trans _ (iteration s)); auto. apply clear_no_growth; auto. apply N.
  - split; [|reflexivity]. pose proof (iteration_no_growth s S) as N.
    apply (no_growth_trans _ (iteration s)); auto. apply remove_all_no_growth; auto. apply N.
  - destruct (has_room s count); (split; [|reflexivity]); [|now apply no_growth_refl].
    split; [now apply (with_room_sane g)|]. unfold with_room. cbn [fst].
    destruct (Z.leb_spec (doubled (Z.to_nat (Z.log2_up (live_of s + count))) (space_of s) (live_of s + count))
      (allocated s)).
    + repeat split; lia.
    + unfold live_of in *. cbn [options allocated partitions]. repeat split; lia.
  - congruence.
Qed.

(** * Programs *)

Theorem growth_moves_at_most_two_cells_per_insertion program : forall s cells insertions first,
  sane g s -> truncate (options s) <> Memory -> ~ In Shrink_to_fit program ->
  within_growth s cells insertions first ->
  within_growth (fst (run d s program)) (cells + moved_by_growth s program)
    (insertions + Z.of_nat (length (issued (snd (run d s program))))) first.
Proof.
  induction program as [|o rest IH]; intros s cells insertions first S M N W; cbn [run moved_by_growth].
  - cbn. unfold within_growth in *. lia.
  - assert (sane g (fst (step d s o)) /\ options (fst (step d s o)) = options s /\ within_growth (fst (step d s o))
      (cells + (if inserts_elements o then moved (spent (fst (step d s o))) - moved (spent s) else 0))
      (insertions + Z.of_nat (length (keys_of (snd (step d s o))))) first) as (S1 & O1 & W1).
    { destruct (inserts_elements o) eqn:X.
      - destruct o; try discriminate; cbn [step].
        + destruct (has_room s 1); [|cbn; repeat split; try apply S; unfold within_growth in *; lia].
          pose proof (insert_growth s e _ _ _ S W) as W1. destruct (insert_sane d g D s e S) as [S1 _].
          destruct (insert_cases d g D s e S) as (? & ? & ? & _ & _ & _ & _ & _ & _ & _ & Q).
          rewrite Q in *. cbn [fst snd keys_of length] in *. split; [exact S1|]. split; [reflexivity|].
          unfold within_growth in *. lia.
        + destruct (has_room s _) eqn:R; [|cbn; repeat split; try apply S; unfold within_growth in *; lia].
          pose proof (insert_all_growth es s _ _ _ S W) as W1. pose proof (insert_all_moves d g D es s S R) as Y.
          pose proof (insert_all_found d g D es s S) as (_ & L & _).
          destruct (insert_all d s es) as [s' ks]. cbn [fst snd keys_of] in *. rewrite L.
          assert (forall s1 (before : list key) ks1 s1', sane g s1 -> options s1 = options s -> move d s1 ks1 s1' ->
            options s1' = options s) as O.
          { intros s1 before ks1 s1' S1 O1 Y1. rewrite <- O1. apply (move_next d g D _ _ _ S1 Y1). }
          destruct (moves_ind' d g D (fun s' _ => options s' = options s)
            (fun s1 before ks1 s1' => O s1 before ks1 s1') _ _ _ Y S [] eq_refl) as [S1 O1].
          split; [exact S1|]. split; [exact O1|]. unfold within_growth in *. lia.
      - destruct (step_no_growth s o M S ltac:(intros ->; apply N; now left) X) as [(S1 & O1 & A & L) K]. rewrite K.
        split; [exact S1|]. split; [exact O1|]. unfold within_growth in *. cbn [length]. lia. }
    specialize (IH (fst (step d s o)) _ _ _ S1 ltac:(congruence) ltac:(intros H; apply N; now right) W1).
    destruct (step d s o) as [s1 a]. cbn [fst snd] in *. destruct (run d s1 rest) as [s2 answers].
    cbn [fst snd issued flat_map] in *. rewrite app_length. unfold within_growth in *. lia.
Qed.

End Growth.
